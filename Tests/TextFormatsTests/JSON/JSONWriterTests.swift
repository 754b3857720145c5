import Testing

@testable import TextFormats

struct JSONWriterTests {
  @Test func sortsNamesByTheirBytes() throws {
    let value = try JSON.parse(#"{"é":1,"z":2,"Z":3,"aa":4,"a":5,"":6,"𝄞":7,"\uffff":8}"#)
    #expect(value.text == "{\"\":6,\"Z\":3,\"a\":5,\"aa\":4,\"z\":2,\"é\":1,\"\u{FFFF}\":8,\"𝄞\":7}")
  }

  @Test func escapesOnlyWhatJSONDemands() {
    var text = ""
    for value in UInt8(0)..<0x20 { text.unicodeScalars.append(Unicode.Scalar(value)) }
    text += "\"\\/\u{7F}\u{2028}é"
    let expected =
      #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
      + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\"\\/"#
      + "\u{7F}\u{2028}é\""
    #expect(JSONValue.string(text).text == expected)
  }

  @Test func writesIntegersWhole() {
    for integer in [0, 7, -7, 10, 99, 100, -100, 1_234_567_890, Int64.max, Int64.min] {
      #expect(JSONValue.integer(integer).text == String(integer))
    }
  }

  @Test func writesNoWhiteSpace() throws {
    let value = try JSON.parse(" { \"b\" : [ 1 , 2.50 , null , true , false , \"x\" , [ ] , { } ] } ")
    #expect(value.text == #"{"b":[1,2.50,null,true,false,"x",[],{}]}"#)
  }

  @Test func laysOutPrettily() throws {
    let value = try JSON.parse(#"{"b":[1,{"c":[]}],"a":{}}"#)
    #expect(
      value.prettyText == """
        {
          "a": {},
          "b": [
            1,
            {
              "c": []
            }
          ]
        }
        """)
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (1.0, "1.0"), (-0.0, "-0.0"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (0.1 + 0.2, "0.30000000000000004"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    ] as [(Double, String)])
  func writesDoublesShortestAndFinite(_ value: Double, _ text: String) {
    #expect(JSONValue.double(value).text == text)
  }

  @Test func readsDoublesOfAnyNumber() {
    #expect(JSONValue.integer(3).doubleValue == 3)
    #expect(JSONValue.number("-1.5e3").doubleValue == -1500)
    #expect(JSONValue.number("1e400").doubleValue == nil)
    #expect(JSONValue.number("1e-400").doubleValue == 0)
    #expect(JSONValue.string("1").doubleValue == nil)
  }
}
