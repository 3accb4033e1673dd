package io.pgconvoy.contract.filter;

import io.pgconvoy.contract.filter.FilterEntry.Exact;
import io.pgconvoy.contract.filter.FilterEntry.Expression;
import io.pgconvoy.contract.filter.FilterEntry.NamePattern;
import java.nio.charset.StandardCharsets;

/**
 * Reads an entry's text. A name stands for itself, case kept; in double quotes it may hold dots and (doubled) quotes. An
 * expression stands between {@code ~/} and {@code /} or pgcopydb's other delimiters; expressions without anything between
 * them are one.
 */
final class EntryReader {
    private static final String NAME = "a name such as orders or \"Odd.Name\", or an expression such as ~/^tmp_/";
    private static final String RELATION = "schema.name, each part " + NAME;
    private static final String EXTENSION = "the name of an extension";
    private static final String OPENING = "/[{(<\"'|#$";
    private static final String CLOSING = "/]})>\"'|#$";
    private static final int LONGEST_NAME = 63;

    private final String text;
    private int at;

    EntryReader(String text) {
        this.text = text;
    }

    NamePattern extension() throws BadFilter {
        if (is('~')) {
            throw bad("an expression", EXTENSION, "list the extensions by name");
        }
        if (is('"')) {
            NamePattern name = quoted();
            end(EXTENSION);
            return name;
        }
        return exact(text, EXTENSION);
    }

    NamePattern schema() throws BadFilter {
        NamePattern schema = part(NAME);
        if (is('.')) {
            throw bad("a dot", NAME, "name a schema only; quote a name that holds a dot");
        }
        end(NAME);
        return schema;
    }

    NamePattern schemaOfRelation() throws BadFilter {
        NamePattern schema = part(RELATION);
        if (!is('.')) {
            boolean atEnd = at == text.length();
            throw bad(
                    atEnd ? "no dot" : "'" + text.charAt(at) + "'",
                    RELATION,
                    "write the schema before the name: public." + (atEnd ? text : "name"));
        }
        at++;
        return schema;
    }

    NamePattern relation() throws BadFilter {
        NamePattern name = part(RELATION);
        if (is('.')) {
            throw bad("a second dot", RELATION, "quote a name that holds a dot: public.\"a.b\"");
        }
        end(RELATION);
        return name;
    }

    private NamePattern part(String allowed) throws BadFilter {
        if (is('~')) {
            return expression();
        }
        if (is('"')) {
            return quoted();
        }
        int start = at;
        while (at < text.length() && "~.\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return exact(text.substring(start, at), allowed);
    }

    private NamePattern quoted() throws BadFilter {
        int start = at++;
        StringBuilder name = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '"') {
                name.append(c);
            } else if (is('"')) {
                at++;
                name.append('"');
            } else {
                return exact(name.toString(), NAME);
            }
        }
        at = start;
        throw bad("a quote that nothing closes", NAME, "close the quote, and double a quote within a name");
    }

    private NamePattern expression() throws BadFilter {
        int start = at;
        StringBuilder expression = new StringBuilder();
        while (is('~')) {
            int delimiter = at + 1 < text.length() ? OPENING.indexOf(text.charAt(at + 1)) : -1;
            int end = delimiter < 0 ? -1 : text.indexOf(CLOSING.charAt(delimiter), at + 2);
            if (end < 0) {
                throw bad(
                        delimiter < 0 ? "a ~ without a delimiter" : "an expression that nothing closes",
                        "an expression as ~/.../, ~[...], ~{...}, ~(...), ~<...>, ~\"...\", ~'...', ~|...|, ~#...# or ~$...$",
                        "close the expression; quote a name that holds a ~");
            }
            expression.append(text, at + 2, end);
            at = end + 1;
        }
        if (expression.isEmpty()) {
            at = start;
            throw bad("an empty expression", NAME, "write what names shall match, such as ~/^tmp_/");
        }
        return new Expression(expression.toString(), Regex.compile(expression.toString()));
    }

    private NamePattern exact(String name, String allowed) throws BadFilter {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (name.isEmpty() || bytes > LONGEST_NAME) {
            throw bad(
                    name.isEmpty() ? "an empty name" : "a name of " + bytes + " bytes",
                    allowed,
                    "write a name of 1 to " + LONGEST_NAME + " bytes");
        }
        return new Exact(name);
    }

    private void end(String allowed) throws BadFilter {
        if (at < text.length()) {
            throw bad("'" + text.charAt(at) + "'", allowed, "quote a name that holds quotes or a ~");
        }
    }

    private boolean is(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private BadFilter bad(String found, String allowed, String remedy) {
        return BadFilter.name(found + " at character " + (at + 1), allowed, remedy);
    }
}
