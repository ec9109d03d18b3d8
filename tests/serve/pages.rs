//! The pages: what is there, and what every answer says about itself.

use crate::web::Server;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

#[test]
fn the_page_is_there_and_nothing_else() {
    let server = Server::start(&[]);
    for path in ["/", "/table/x7Qk2", "/table/a-x7Qk2"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(answer.text().starts_with("<!doctype html>"), "{}", answer.text());
    }
    for path in [
        "/nothing",
        "/page/",
        "/page/index.html",
        "/page/../index.html",
        "/page/..",
        "/page/../../Cargo.toml",
        "/../../../../etc/passwd",
        "/page/%2e%2e/%2e%2e/etc/passwd",
        "/page/..%2f..%2fetc%2fpasswd",
        "/page//etc/passwd",
        "/page/%00",
        "/page/%ff",
        "/page/..\\..\\etc\\passwd",
        "/table/<script>",
        "/table/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/table/",
        "/ws/",
        "//",
    ] {
        let answer = server.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {answer:?}");
        assert_ne!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(!answer.text().contains("root:") && !answer.text().contains("<script"), "{path}");
    }
    for path in ["/nothing", "/page/%ff", "/table/%ff", "/table/%ff/ws"] {
        server.get(path).refuses(404, "There is nothing at this address.");
    }
    let long = format!("/table/{}", "x".repeat(65));
    server.get(&long).refuses(404, "nothing");
}

#[test]
fn every_answer_is_closed_to_others() {
    let server = Server::start(&[]);
    for path in ["/", "/nothing", "/ws"] {
        let answer = server.get(path);
        assert_eq!(answer.header("content-security-policy"), Some(&*POLICY.to_lowercase()));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-frame-options", "deny"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert!(answer.header("permissions-policy").is_some());
        assert!(answer.header("access-control-allow-origin").is_none());
    }
}

#[test]
fn a_page_is_kept_as_long_as_it_is_the_same() {
    let server = Server::start(&[]);
    let first = server.get("/");
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    let tag = first.header("etag").unwrap();
    let ask =
        |tag: &str| server.request("GET", "/", &[("Host", &server.host()), ("If-None-Match", tag)]);
    for known in [tag, &format!("W/{tag}"), &format!("\"old\", {tag}")] {
        let again = ask(known);
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
    }
    assert_eq!(ask("\"old\"").body, first.body);
}

#[test]
fn pages_can_only_be_read() {
    let server = Server::start(&[]);
    let host = server.host();
    let headers = [("Host", &*host)];
    let head = server.request("HEAD", "/", &headers);
    assert_eq!((head.status, head.body.len()), (200, 0));
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "STEAL"] {
        for path in ["/", "/ws", "/nothing"] {
            let answer = server.request(method, path, &headers);
            answer.refuses(405, "Only GET and HEAD");
            assert_eq!(answer.header("allow"), Some("get, head"));
        }
    }
    server.get("/ws").refuses(426, "WebSocket");
    server.is_well();
}

#[test]
fn the_page_has_the_name_of_the_program() {
    let example = crate::support::example("tic_tac_toe");
    let server = Server::start_program(example.to_str().unwrap(), &[]);
    for path in ["/", "/table/x7Qk2"] {
        let page = server.get(path).text().to_owned();
        for part in ["<title>tic_tac_toe</title>", "<h1><a href=\"/\">tic_tac_toe</a></h1>"] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(!page.contains("Sarsen"), "{page}");
    }
    let page = Server::start(&[]).get("/").text().to_owned();
    assert!(page.contains("<title>Sarsen</title>"), "{page}");
}
