package import TextFormats
package import Vocabulary

/// What `transcript audit` says about one file.
package struct AuditReport: Equatable, Sendable {
  /// The file as the user named it.
  package let file: String
  package let findings: [SecretAudit.Finding]
  package let findingCount: Int
  /// The names of the secrets that were looked for, and of those too short for it.
  package let searched: [String]
  package let skipped: [String]

  /// Takes a finished audit.
  package init(file: String, _ audit: SecretAudit) {
    self.file = file
    findings = audit.findings
    findingCount = audit.findingCount
    searched = audit.searched
    skipped = audit.skipped
  }

  /// 6 when a secret was found, else 0 (product.md section 2).
  package var status: ExitStatus { findingCount > 0 ? .secretFound : .success }

  /// The findings for standard error, code `secretFound`; no value and no line of the file is shown.
  package var diagnostics: [Diagnostic] {
    findings.map { finding in
      let form =
        switch finding.form {
        case .plain: ""
        case .jsonEscaped: ", JSON-escaped"
        case .percentEncoded: ", percent-encoded"
        case .base64: ", in base64"
        }
      return Diagnostic(
        code: "secretFound", message: "the value of \(finding.name) stands here\(form)",
        place: SourcePlace(file: file, line: finding.line, column: finding.column),
        hint: "do not share this file; replace the key if it was shared already")
    }
  }

  /// The report as JSON, without any value of a secret.
  package var document: JSONValue {
    [
      "file": .string(file), "findingCount": .integer(Int64(findingCount)),
      "findings": .array(
        findings.map { finding in
          [
            "column": .integer(Int64(finding.column)), "form": .string(finding.form.rawValue),
            "line": .integer(Int64(finding.line)), "name": .string(finding.name),
          ]
        }),
      "searched": .array(searched.map(JSONValue.string)), "skipped": .array(skipped.map(JSONValue.string)),
    ]
  }

  /// One line for people.
  package var summary: String {
    let values = searched.count == 1 ? "1 value" : "\(searched.count) values"
    let passed = skipped.isEmpty ? "" : " (too short to look for: \(skipped.joined(separator: ", ")))"
    if searched.isEmpty { return "\(file): nothing to look for, no key is configured\(passed)" }
    if findingCount == 0 { return "\(file): no secret found, \(values) looked for\(passed)" }
    let places = findingCount == 1 ? "in 1 place" : "in \(findingCount) places"
    let rest = findingCount > findings.count ? ", the first \(findings.count) are shown" : ""
    return "\(file): secrets found \(places)\(rest), \(values) looked for\(passed)"
  }
}
