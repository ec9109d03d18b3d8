//! The source as modules: what each file defines, imports, passes on and mentions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// One file of the source, which is one module.
#[derive(Default)]
pub struct Module {
    /// The names after `mod`.
    pub children: BTreeSet<String>,
    /// Imported and re-exported names with their paths. `*` collects the globs.
    imports: BTreeMap<String, Vec<Vec<String>>>,
    /// The paths that the code mentions, with the imports and without the re-exported names.
    mentions: BTreeSet<Vec<String>>,
}

/// All modules by their paths from the crate's root, which is the empty path.
pub struct Source {
    pub modules: BTreeMap<Vec<String>, Module>,
}

impl Source {
    /// Reads the crate whose `lib.rs` is in a folder: the root and all modules that it declares,
    /// directly or not. Modules of tests are left out.
    pub fn read(folder: &Path) -> Source {
        let mut source = Source { modules: BTreeMap::new() };
        source.add(folder, Vec::new());
        source
    }

    fn add(&mut self, folder: &Path, path: Vec<String>) {
        let place: PathBuf = path.iter().collect();
        let beside = folder.join(&place).with_extension("rs");
        let file = match path.is_empty() {
            true => folder.join("lib.rs"),
            false if beside.exists() => beside,
            false => folder.join(&place).join("mod.rs"),
        };
        let text = std::fs::read_to_string(&file);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let module = Module::parse(&tokens(&text));
        for child in &module.children {
            self.add(folder, [&path[..], std::slice::from_ref(child)].concat());
        }
        self.modules.insert(path, module);
    }

    /// The modules that each module needs. A module does not need a child that it only declares, or
    /// whose names it only re-exports.
    pub fn needs(&self) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
        let of = |(path, module): (&Vec<String>, &Module)| {
            // `crate` alone is part of a visibility. A single word with the name of a child is a
            // variable or a function.
            let is_path = |name: &&Vec<String>| match &name[..] {
                [word] => {
                    !["crate", "super", "self"].contains(&word.as_str())
                        && !module.children.contains(word)
                }
                _ => true,
            };
            let named = module.mentions.iter().filter(is_path);
            let found = named.filter_map(|name| self.resolve(path, name, 0));
            (path.clone(), found.filter(|other| other != path).collect())
        };
        self.modules.iter().map(of).collect()
    }

    /// The module in which a path ends that the module `from` mentions. None for other crates.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Vec<String>> {
        assert!(depth < 20, "imports in a circle: {from:?} {path:?}");
        let mut at = from.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name => return self.resolve_in(&at, name, &rest[1..], depth),
        }
        rest = &rest[1..];
        while rest.first().is_some_and(|part| part == "super") {
            at.pop();
            rest = &rest[1..];
        }
        match rest.split_first() {
            Some((name, rest)) => self.resolve_in(&at, name, rest, depth).or(Some(at)),
            None => Some(at),
        }
    }

    /// The same for a name in a module, and the rest of the path after it.
    fn resolve_in(
        &self,
        at: &[String],
        name: &str,
        rest: &[String],
        depth: usize,
    ) -> Option<Vec<String>> {
        let module = self.modules.get(at)?;
        if module.children.contains(name) {
            let child = [at, &[name.to_owned()]].concat();
            return match rest.split_first() {
                Some((name, rest)) => self.resolve_in(&child, name, rest, depth).or(Some(child)),
                None => Some(child),
            };
        }
        let named = module.imports.get(name).into_iter().flatten();
        for import in named {
            let whole = [import.as_slice(), rest].concat();
            if let Some(found) = self.resolve(at, &whole, depth + 1) {
                return Some(found);
            }
        }
        None
    }
}

/// Folders of what is built or fetched.
const NOT_OURS: [&str; 2] = ["node_modules", "target"];

/// All files with this ending below a folder, in order. Build results are left out.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !NOT_OURS.iter().any(|name| path.ends_with(name)) {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

impl Module {
    /// The paths of other crates that the code mentions or hands on.
    pub fn foreign(&self) -> Vec<&Vec<String>> {
        let imported = self.imports.values().flatten();
        let is_foreign = |path: &&Vec<String>| path[0].starts_with("sarsen_");
        self.mentions.iter().chain(imported).filter(is_foreign).collect()
    }

    fn parse(tokens: &[String]) -> Module {
        let mut module = Module::default();
        let mut re_exported = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let here = &tokens[at..];
            let is = |index: usize, text: &str| here.get(index).is_some_and(|token| token == text);
            if is(0, "#") && is(1, "[") && is(2, "cfg") && is(4, "test") && is(5, ")") {
                at += 7 + item(&here[7..]);
            } else if is(0, "mod") && is(2, ";") {
                module.children.insert(here[1].clone());
                at += 3;
            } else if is(0, "use") {
                let end = here.iter().position(|token| token == ";").unwrap();
                let mut paths = Vec::new();
                tree(&mut here[1..end].iter().peekable(), &[], &mut paths);
                let is_public = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                for (name, path) in paths {
                    if is_public {
                        re_exported.push((name.clone(), path.clone()));
                    } else {
                        module.mentions.insert(path.clone());
                    }
                    module.imports.entry(name).or_default().push(path);
                }
                at += end + 1;
            } else if is_word(&here[0]) && (at == 0 || tokens[at - 1] != "::") {
                let mut path = vec![here[0].clone()];
                while is(2 * path.len() - 1, "::")
                    && here.get(2 * path.len()).is_some_and(|token| is_word(token))
                {
                    path.push(here[2 * path.len()].clone());
                }
                at += 2 * path.len() - 1;
                module.mentions.insert(path);
            } else {
                at += 1;
            }
        }
        // If the code mentions a re-exported name, `resolve` follows it. A re-export from another
        // room always counts as a need.
        let foreign = re_exported.into_iter().filter(|(_, path)| path[0] == "crate");
        module.mentions.extend(foreign.map(|(_, path)| path));
        module
    }
}

/// The number of tokens of an item, which ends with a block or a semicolon.
fn item(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            "}" if depth == 1 => return index + 1,
            ")" | "]" | "}" => depth -= 1,
            ";" if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Reads the tree of a `use` into names and their whole paths.
fn tree<'a>(
    tokens: &mut std::iter::Peekable<impl Iterator<Item = &'a String>>,
    prefix: &[String],
    found: &mut Vec<(String, Vec<String>)>,
) {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.next() {
        match token.as_str() {
            "::" => {}
            "{" => {
                while tokens.peek().is_some_and(|token| *token != "}") {
                    tree(tokens, &path, found);
                }
                tokens.next();
                if tokens.peek().is_some_and(|token| *token == ",") {
                    tokens.next();
                }
                return;
            }
            "as" => {
                let name = tokens.next().unwrap().clone();
                found.push((name, path));
                if tokens.peek().is_some_and(|token| *token == ",") {
                    tokens.next();
                }
                return;
            }
            "," => break,
            "self" if !path.is_empty() => {}
            _ => path.push(token.clone()),
        }
        if tokens.peek().is_some_and(|token| *token == "}") {
            break;
        }
    }
    if let Some(name) = path.last() {
        found.push((name.clone(), path));
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The words, `::` and single signs of a file, without comments, strings, characters and numbers.
pub fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    flatten(text.parse().unwrap(), &mut found);
    found
}

fn flatten(stream: TokenStream, found: &mut Vec<String>) {
    let mut joint = false;
    for tree in stream {
        let was_joint = std::mem::take(&mut joint);
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => unreachable!("only macros make them"),
                };
                found.push(open.to_owned());
                flatten(group.stream(), found);
                found.push(close.to_owned());
            }
            TokenTree::Ident(word) => found.push(word.to_string()),
            TokenTree::Punct(sign) if was_joint && sign.as_char() == ':' => {
                found.last_mut().unwrap().push(':');
            }
            TokenTree::Punct(sign) => {
                joint = sign.as_char() == ':' && sign.spacing() == Spacing::Joint;
                found.push(sign.to_string());
            }
            TokenTree::Literal(_) => {}
        }
    }
}
