import Shell

@main
enum Entrypoint {
  static func main() {
  }
}
