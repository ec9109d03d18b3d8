//! The engine with the built-in games.

fn main() -> std::process::ExitCode {
    sarsen::run(sarsen::games::registry())
}
