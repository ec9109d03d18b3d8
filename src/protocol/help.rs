//! What can be said to the engine, for a person at the keyboard.

/// A command: its name, how it is written, what it does.
struct Topic {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
}

const TOPICS: [Topic; 19] = [
    Topic {
        name: "newgame",
        usage: "newgame [<game> [<setup>]]",
        about: "forget everything learnt and begin anew, perhaps another game; 'ugi' lists the games",
    },
    Topic {
        name: "position",
        usage: "position startpos|fen <text> [moves <move>...]",
        about: "set up a position and play moves from it, all of it or nothing",
    },
    Topic { name: "move", usage: "move <move>...", about: "play moves from the current position" },
    Topic {
        name: "undo",
        usage: "undo [<n>]",
        about: "take back the last n moves, one if n is left out",
    },
    Topic {
        name: "go",
        usage: "go [depth <n>] [nodes <n>] [movetime <ms>] [p1time <ms> p2time <ms> [p1inc <ms>] [p2inc <ms>] [movestogo <n>]] [mate <n>] [solve] [infinite] [ponder] [searchmoves <move>...]",
        about: "search for the best move until the first limit is reached; without a limit until 'stop'; 'solve': until it is proven who wins",
    },
    Topic { name: "stop", usage: "stop", about: "end the search; the best move found is given" },
    Topic {
        name: "ponderhit",
        usage: "ponderhit",
        about: "the expected move was played: 'go ponder' becomes an ordinary search",
    },
    Topic {
        name: "show",
        usage: "show",
        about: "draw the board, and say what there is to say of it, such as threats",
    },
    Topic {
        name: "query",
        usage: "query p1turn|gameover|result|moves|islegal <move>|fen|eval|threats|game|perft <n>",
        about: "ask for a fact; the answer is one line: response ...; 'threats': what the game has to say of the position",
    },
    Topic {
        name: "setoption",
        usage: "setoption name <name> [value <value>]",
        about: "change an option; 'ugi' lists them",
    },
    Topic { name: "ugi", usage: "ugi", about: "introduce yourself: name, options, ugiok" },
    Topic { name: "uci", usage: "uci", about: "the same for UCI programs" },
    Topic {
        name: "isready",
        usage: "isready",
        about: "answer readyok: at once during a search, else when all before it is done",
    },
    Topic {
        name: "help",
        usage: "help [<command>|<option>]",
        about: "this list, or one command or option",
    },
    Topic { name: "debug", usage: "debug [on|off]", about: "a word of UCI; it changes nothing" },
    Topic { name: "register", usage: "register ...", about: "a word of UCI; it changes nothing" },
    Topic { name: "quit", usage: "quit", about: "end the program" },
    Topic { name: "uginewgame", usage: "uginewgame", about: "another name of newgame" },
    Topic { name: "ucinewgame", usage: "ucinewgame", about: "another name of newgame" },
];

/// How a command is written.
#[must_use]
pub fn usage(command: &str) -> &'static str {
    TOPICS.iter().find(|topic| topic.name == command).map_or("help", |topic| topic.usage)
}

/// Lines of help on one command, or an overview; none if there is no such command.
#[must_use]
pub fn help(command: Option<&str>) -> Option<Vec<String>> {
    match command {
        None => {
            let width = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
            Some(
                TOPICS
                    .iter()
                    .map(|topic| format!("{:width$}  {}", topic.name, topic.about))
                    .collect(),
            )
        }
        Some(name) => {
            let topic = TOPICS.iter().find(|topic| topic.name == name)?;
            Some(vec![format!("usage: {}", topic.usage), topic.about.to_owned()])
        }
    }
}
