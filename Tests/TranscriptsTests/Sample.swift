/// A transcript with a record of every kind, written by another encoder: Python's `json.dumps` with sorted keys, and
/// `zlib.crc32` for the checksums.
enum Sample {
  static let text = ####"""
    {"configuration":{"dailyActions":[12,14,10,11,13,9,15],"flagsOff":null,"knownFlags":["report-layout"],"knownPoints":["homeHero"],"personalization":{"dataspace":"default","endpoint":null,"testMode":false},"platform":"iOS","reportFlagKey":"report-layout","seed":"00000000000000000000000000000007","sending":true,"startMicroseconds":1767225600000000},"format":"flagsh-transcript","kind":"header","start":"2026-01-01T00:00:00Z","tool":"0.1.0","version":1,"world":{"checksum":"cafe","kind":"embedded","name":"built-in"}}
    {"column":1,"file":"a b.flagsh","kind":"command","line":3,"seq":1,"text":"sign-in \"zoë 😀\"","time":0}
    {"headers":[["Authorization","Api-Key {{AMPLITUDE_DEPLOYMENT_KEY}}"],["X-Amp-Exp-User","{\"user_id\":\"zoë\"}"]],"id":1,"kind":"request","method":"GET","path":"/sdk/v2/vardata?v=0","seq":2,"service":"evaluation","time":0}
    {"due":5000000,"id":1,"kind":"startTimer","seq":3,"time":0}
    {"body":"{\"report-layout\":{\"key\":\"control\"}}\n\t\u0001","headers":[["Content-Type","application/json"],["Set-Cookie","a"],["Set-Cookie","b"]],"kind":"answer","request":1,"seq":4,"status":200,"time":120000}
    {"id":1,"kind":"cancelTimer","seq":5,"time":120000}
    {"command":1,"kind":"outcome","name":"sign-in","seq":6,"status":0,"time":120000}
    {"column":1,"file":"a b.flagsh","kind":"command","line":4,"seq":7,"text":"open &","time":120000}
    {"body":"{}","headers":[],"id":2,"kind":"request","method":"POST","path":"/2/httpapi","seq":8,"service":"analytics","time":120000}
    {"entry":{"delivery":"queued","deviceId":"d-1","insertId":"i-1","properties":{"days":7,"layout":"control"},"sequence":1,"time":120000,"type":"Report Previewed","userId":null},"kind":"ledger","seq":9,"time":120000}
    {"bodyBase64":"//4AeA==","headers":[],"kind":"answer","request":2,"seq":10,"status":503,"time":150000}
    {"command":2,"failure":"fetchFailed","job":1,"kind":"outcome","name":"open","seq":11,"status":1,"time":150000}
    {"code":"uploadRetry","kind":"notice","seq":12,"time":150000}
    {"id":2,"kind":"timer","seq":13,"time":2150000}
    {"id":3,"kind":"cancelRequest","seq":14,"time":2150000}
    {"detail":"no route","failure":"offline","kind":"answer","request":4,"seq":15,"time":2200000}
    {"kind":"interrupt","seq":16,"time":2200001}
    {"action":"append","events":[{"deviceId":"d-1","event":"{\"event_type\":\"Report é\",\"insert_id\":\"i-2\"}","insertId":"i-2","sequence":2}],"kind":"outbox","seq":17,"time":2200001}
    {"events":[{"deviceId":"d-1","event":"{\"event_type\":\"Report é\",\"insert_id\":\"i-2\"}","insertId":"i-0","sequence":2,"setAside":"keyRefused"},{"deviceId":"d-1","event":"{\"event_type\":\"Report é\",\"insert_id\":\"i-2\"}","insertId":"i-2","sequence":2}],"kind":"outboxFound","seq":18,"time":2200002}
    {"kind":"outboxFailed","reason":"no space left on the device","seq":19,"time":2200003}
    {"kind":"leave","seq":20,"time":2300000}
    {"counts":{"answer":3,"cancelRequest":1,"cancelTimer":1,"command":2,"interrupt":1,"leave":1,"ledger":1,"notice":1,"outbox":1,"outboxFailed":1,"outboxFound":1,"outcome":2,"request":2,"startTimer":1,"timer":1},"crc32":"03914403","document":{"flags":{"state":"assigned"}},"documentCrc32":"81f1a7c6","inputs":"043b2958","kind":"footer","last":true}

    """####

  static var bytes: [UInt8] { Array(text.utf8) }
}
