import Vocabulary

struct DoctorMode {
  let context: ProcessContext
  let options: LaunchOptions
  func run() -> ExitStatus { .success }
}
