/**
 * Blocks and phrases of Markdown as Preact nodes. Nothing is ever parsed as HTML: raw HTML is shown as the text it is, an
 * image is a line that says so, and a link is a link only if it leads to the web or to mail.
 */

import type { ComponentChildren, VNode } from "preact";
import type { Token, Tokens } from "marked";
import type { Speech } from "../words/speech";
import { decodeEntities, safeHref } from "./markdown";

/** Deeper than this, text stays text: nobody writes it, and the stack is not endless. */
const DEPTH = 24;

export function renderBlock(token: Token, speech: Speech, depth = 0): ComponentChildren {
  if (depth > DEPTH) return <p>{token.raw}</p>;
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      const { depth: level, tokens } = token as Tokens.Heading;
      return heading(level, renderPhrases(tokens, speech, depth + 1));
    }
    case "paragraph":
      return <p>{renderPhrases((token as Tokens.Paragraph).tokens, speech, depth + 1)}</p>;
    case "text": {
      const { text, tokens } = token as Tokens.Text;
      return tokens === undefined ? decodeEntities(text) : renderPhrases(tokens, speech, depth + 1);
    }
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return (
        <div class="code" role="region" aria-label={lang || speech.say("transcript.code")} tabIndex={0}>
          <pre><code>{text}</code></pre>
        </div>
      );
    }
    case "blockquote":
      return <blockquote>{renderBlocks((token as Tokens.Blockquote).tokens, speech, depth + 1)}</blockquote>;
    case "list":
      return renderList(token as Tokens.List, speech, depth + 1);
    case "table":
      return renderTable(token as Tokens.Table, speech, depth + 1);
    case "hr":
      return <hr />;
    case "checkbox":
      return renderPhrase(token, speech, depth + 1);
    case "html":
      return <p class="raw">{token.raw.trimEnd()}</p>;
    default:
      return <p>{token.raw}</p>;
  }
}

function renderBlocks(tokens: readonly Token[], speech: Speech, depth: number): ComponentChildren {
  return tokens.map((token) => renderBlock(token, speech, depth));
}

/** The answer stands under an `h2`, so its own headings begin at `h3`. */
function heading(level: number, children: ComponentChildren): VNode {
  switch (level) {
    case 1:
    case 2:
      return <h3>{children}</h3>;
    case 3:
      return <h4>{children}</h4>;
    default:
      return <h5>{children}</h5>;
  }
}

function renderList(list: Tokens.List, speech: Speech, depth: number): VNode {
  const items = list.items.map((item) => (
    <li class={item.task ? "task" : undefined}>{renderBlocks(item.tokens, speech, depth)}</li>
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  return <ol start={typeof list.start === "number" ? list.start : 1}>{items}</ol>;
}

function renderTable(table: Tokens.Table, speech: Speech, depth: number): VNode {
  const cell = (c: Tokens.TableCell) => ({ class: c.align ? `to-${c.align}` : undefined, children: renderPhrases(c.tokens, speech, depth) });
  return (
    <div class="table" role="region" aria-label={speech.say("transcript.table")} tabIndex={0}>
      <table>
        <thead><tr>{table.header.map((c) => <th scope="col" {...cell(c)} />)}</tr></thead>
        <tbody>{table.rows.map((row) => <tr>{row.map((c) => <td {...cell(c)} />)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function renderPhrases(tokens: readonly Token[] | undefined, speech: Speech, depth: number): ComponentChildren {
  return (tokens ?? []).map((token) => renderPhrase(token, speech, depth));
}

function renderPhrase(token: Token, speech: Speech, depth: number): ComponentChildren {
  if (depth > DEPTH) return token.raw;
  switch (token.type) {
    case "strong":
      return <strong>{renderPhrases(token.tokens, speech, depth + 1)}</strong>;
    case "em":
      return <em>{renderPhrases(token.tokens, speech, depth + 1)}</em>;
    case "del":
      return <del>{renderPhrases(token.tokens, speech, depth + 1)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "checkbox":
      return (token as Tokens.Checkbox).checked ? "☑ " : "☐ ";
    case "link":
      return renderLink(token as Tokens.Link, speech, depth + 1);
    case "image": {
      const { text } = token as Tokens.Image;
      const words = text === "" ? speech.say("transcript.image_nameless") : speech.say("transcript.image", { name: text });
      return <span class="no-image">{words}</span>;
    }
    case "text":
      return "tokens" in token && token.tokens !== undefined
        ? renderPhrases(token.tokens, speech, depth + 1)
        : decodeEntities((token as Tokens.Text).text);
    case "escape":
      return (token as Tokens.Escape).text;
    default:
      // Raw HTML, and whatever a later version of the lexer invents.
      return token.raw;
  }
}

function renderLink(link: Tokens.Link, speech: Speech, depth: number): ComponentChildren {
  const href = safeHref(decodeEntities(link.href));
  const words = renderPhrases(link.tokens, speech, depth);
  if (href === null) return <span>{words}</span>;
  return <a href={href} target="_blank" rel="noopener noreferrer" title={href}>{words}</a>;
}
