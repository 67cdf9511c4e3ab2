/** Files that go with a message: which are taken, and what becomes of them between the panel and the engine. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { CommandBody } from "../../wire/wire";
import { FILE_BYTES, fileName, FILES_PER_MESSAGE, isPicture, judge } from "../attach/accept";
import { base64, bytesOf } from "../attach/base64";
import { TRAY_PREFIX } from "../attach/entry";
import { sizeText } from "../attach/size";
import { Tray } from "../attach/tray";
import type { Answer } from "../link/link";
import { memoryShelf } from "../link/shelf";
import { ZH } from "../words/simplified-chinese";
import { reduce } from "../view/reduce";
import type { PanelState } from "../view/state";
import { speech } from "../words/speech";
import { repository } from "./harness/serve";
import { opened } from "./speaking";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2]);
const text = (content: string) => new TextEncoder().encode(content);
const facts = (name: string, type: string, content: Uint8Array) => ({ name, type, size: content.length });
const judged = (name: string, type: string, content: Uint8Array) => {
  const found = judge(facts(name, type, content), content);
  return found.type === "taken" ? found.mediaType : `no: ${found.why}`;
};

test("pictures are known by their first bytes, whatever they are called", () => {
  assert.deepEqual(
    [
      judged("a.png", "image/png", PNG),
      judged("a.txt", "text/plain", new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
      judged("a", "", text("GIF89a....")),
      judged("a.webp", "image/webp", text("RIFF\u0001\u0001\u0001\u0001WEBPVP8 ")),
      judged("a.png", "image/png", new Uint8Array([0, 1, 2])),
      judged("a.bmp", "image/bmp", new Uint8Array([0x42, 0x4d, 0, 0])),
    ],
    ["image/png", "image/jpeg", "image/gif", "image/webp", "no: kind", "no: kind"],
  );
});

test("text is what is valid UTF-8, under a type that says text", () => {
  const [content, binary] = [text("价格,1\n"), new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])];
  assert.deepEqual(
    [
      judged("a.csv", "application/vnd.ms-excel", content),
      judged("a.ts", "video/mp2t", content),
      judged("notes", "", content),
      judged("a.log", "text/x-log; charset=utf-8", content),
      judged("a.json", "application/json", content),
      judged("a.svg", "image/svg+xml", content),
      judged("README.MD", "", content),
      judged("a.zip", "application/zip", binary),
      judged("latin1.txt", "text/plain", new Uint8Array([0x63, 0x61, 0x66, 0xe9])),
      judged("empty.txt", "text/plain", new Uint8Array()),
    ],
    [
      "text/csv", "text/plain", "text/plain", "text/x-log", "application/json", "application/xml", "text/markdown", "no: kind", "no: kind",
      "no: empty",
    ],
  );
  assert.deepEqual(judge({ name: "a.txt", type: "", size: FILE_BYTES + 1 }, content), { type: "refused", why: "large" });
});

test("the caps are those of the engine", async () => {
  const caps = await readFile(join(repository(), "crates/protocol/src/caps.rs"), "utf8");
  const cap = (name: string) => Number(new RegExp(`const ${name}: \\w+ = ([\\d_]+);`).exec(caps)?.[1]?.replaceAll("_", ""));
  assert.deepEqual([cap("ATTACHMENT_BYTES"), cap("ATTACHMENTS_PER_MESSAGE"), cap("ATTACHMENT_NAME_CHARS")], [FILE_BYTES, FILES_PER_MESSAGE, 200]);
});

test("only pictures that models see are shown as pictures", () => {
  assert.deepEqual(["image/png", "image/svg+xml", "text/html"].map(isPicture), [true, false, false]);
});

test("a long name keeps its ending, and control characters are blanks", () => {
  const name = fileName(`${"长".repeat(300)}.tar.gz`);
  assert.deepEqual([[...name].length, name.endsWith(".tar.gz"), name.includes("…")], [200, true, true]);
  assert.equal(fileName(" a\nb.txt "), "a b.txt");
});

test("a size is said in the form of the language", () => {
  assert.deepEqual([512, 1_200, 48_300, 4_940_000].map((n) => sizeText(n, speech("en"))), ["512B", "1.2 kB", "48 kB", "4.9 MB"]);
  assert.match(sizeText(4_940_000, speech("zh-CN", ZH)), /^4\.9\s?MB$/);
});

test("base64 is that of the RFC, both ways, also beyond one chunk", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7) % 256);
  const encoded = await base64(new Blob([bytes]));
  assert.equal(encoded, Buffer.from(bytes).toString("base64"));
  assert.deepEqual(bytesOf(encoded), bytes);
});

const T = "t_1";

function desk(stored: Record<string, unknown> = {}) {
  const asked: { body: CommandBody; answer: (answer: Answer) => void }[] = [];
  const prepared: string[] = [];
  const whispered: string[] = [];
  const shelf = memoryShelf(structuredClone(stored));
  const tray = new Tray({
    shelf,
    ask: (body) => new Promise((answer) => asked.push({ body, answer })),
    prepare: (thread) => prepared.push(thread),
    whisper: (said) => whispered.push(said),
    words: { nameless: () => "picture", stored: (name) => `${name} is there` },
  });
  const states = () => tray.of(T).map((e) => [e.link.name, e.state.is]);
  return { tray, shelf, asked, prepared, whispered, states };
}

const ACK: Answer = { type: "command.ack", submission_id: "s", body: { type: "done" } };
const refused = (code: "storage_full" | "unknown_attachment"): Answer => ({ type: "command.rejected", submission_id: "s", refusal: { code, message: "" } });
const file = (name: string, content: string | Uint8Array<ArrayBuffer>, type = "") => new File([content], name, { type });
/** `take` waits until everything that was chosen is on its way. */
const read = async (tray: Tray) => await tray.take("t_none");

test("a file is given to the engine as soon as it is chosen, in a chat that is made for it if need be", async () => {
  const { tray, asked, prepared, whispered, states } = desk();
  tray.add(T, [file("notes.md", "hello"), file("", PNG, "image/png")]);
  assert.deepEqual(states(), [["notes.md", "adding"], ["picture", "adding"]]);
  await read(tray);
  assert.deepEqual(prepared, [T, T]);
  assert.deepEqual(asked.map(({ body }) => body.type === "attachments.add" && [body.thread, body.attachment.name, body.attachment.media_type, body.attachment.data]), [
    [T, "notes.md", "text/markdown", "aGVsbG8="],
    [T, "picture", "image/png", Buffer.from(PNG).toString("base64")],
  ]);
  for (const { answer } of asked) answer(ACK);
  await read(tray);
  assert.deepEqual(states(), [["notes.md", "stored"], ["picture", "stored"]]);
  assert.deepEqual(whispered, ["notes.md is there", "picture is there"]);
  const picture = tray.of(T)[1]?.link.id ?? "";
  assert.match(tray.pictureOf(picture) ?? "", /^blob:/);
  assert.equal(tray.pictureOf(tray.of(T)[0]?.link.id ?? ""), null);
});

test("what is not taken is named with the reason, and leaves no chip and no chat behind", async () => {
  const { tray, asked, prepared, states } = desk();
  tray.add(T, [file("a.zip", new Uint8Array([0x50, 0x4b, 0, 0])), file("b.txt", ""), file("c.txt", new Uint8Array(FILE_BYTES + 1).fill(97))]);
  await read(tray);
  assert.deepEqual([tray.turned.value.map((t) => [t.name, t.why]), asked, prepared, states()], [
    [["b.txt", "empty"], ["c.txt", "large"], ["a.zip", "kind"]], [], [], [],
  ]);
  tray.readTurned();
  assert.deepEqual(tray.turned.value, []);
});

test("the ninth file is turned away", async () => {
  const { tray } = desk();
  tray.add(T, Array.from({ length: 5 }, (_, i) => file(`${i}.txt`, "x")));
  tray.add(T, Array.from({ length: 4 }, (_, i) => file(`${i + 5}.txt`, "x")));
  assert.deepEqual([tray.of(T).length, tray.turned.value], [8, [{ name: "8.txt", why: "many" }]]);
});

test("nothing of a file's content is ever written down", async () => {
  const { tray, shelf } = desk();
  tray.add(T, [file("notes.md", "the secret content")]);
  await read(tray);
  const kept = JSON.stringify(shelf.content);
  assert.ok(kept.includes("notes.md"));
  for (const form of ["secret", Buffer.from("the secret content").toString("base64")]) assert.ok(!kept.includes(form), form);
});

test("a file that could not be stored stays, says why and can be tried again", async () => {
  const { tray, asked, states } = desk();
  tray.add(T, [file("a.txt", "x")]);
  await read(tray);
  asked[0]?.answer(refused("storage_full"));
  await read(tray);
  assert.deepEqual(tray.of(T)[0]?.state, { is: "failed", code: "storage_full" });
  assert.deepEqual([tray.mayGo(T, "hello"), tray.hindrance.value?.why], [false, "broken"]);
  tray.retry(T, tray.of(T)[0]?.link.id ?? "");
  await read(tray);
  assert.equal(asked.length, 2);
  asked[1]?.answer(ACK);
  await read(tray);
  assert.deepEqual([states(), tray.mayGo(T, "hello"), tray.hindrance.value], [[["a.txt", "stored"]], true, null]);
  assert.deepEqual([tray.mayGo(T, " "), tray.hindrance.value?.why], [false, "wordless"]);
});

test("a removed file is removed from the engine too, also while it is on its way there", async () => {
  const { tray, asked, states, shelf } = desk();
  tray.add(T, [file("a.txt", "x")]);
  await read(tray);
  const id = tray.of(T)[0]?.link.id ?? "";
  tray.remove(T, id);
  assert.deepEqual(asked.map(({ body }) => body.type), ["attachments.add", "attachments.remove"]);
  asked[0]?.answer(ACK);
  await read(tray);
  assert.deepEqual([states(), shelf.content], [[], {}]);
});

test("a file that is removed before it was read is never sent", async () => {
  const { tray, asked } = desk();
  tray.add(T, [file("a.txt", "x"), file("b.txt", "y")]);
  tray.remove(T, tray.of(T)[1]?.link.id ?? "");
  await read(tray);
  assert.deepEqual(asked.flatMap(({ body }) => (body.type === "attachments.add" ? [body.attachment.name] : [])), ["a.txt"]);
});

test("a message takes its files along and brings them back when it is refused", async () => {
  const { tray, asked, states } = desk();
  tray.add(T, [file("a.txt", "x")]);
  const ids = await tray.take(T);
  assert.equal(ids.length, 1);
  assert.equal(asked.length, 1, "the file is on its way before the message that names it");
  assert.deepEqual([states(), tray.links(T, ids).map((l) => l.name)], [[], ["a.txt"]]);
  asked[0]?.answer(ACK);
  tray.giveBack(T, ids, "no_connection");
  await read(tray);
  assert.deepEqual(states(), [["a.txt", "stored"]]);
  const again = await tray.take(T);
  tray.delivered(T, again);
  assert.deepEqual(tray.links(T, again), []);
});

test("a message that is refused for its files brings them back to be stored again, under new ids", async () => {
  const { tray, asked, states } = desk();
  tray.add(T, [file("a.txt", "x")]);
  const [id = ""] = await tray.take(T);
  asked[0]?.answer(ACK);
  await read(tray);
  tray.giveBack(T, [id], "unusable_attachment");
  assert.deepEqual(tray.of(T)[0]?.state, { is: "failed", code: "unusable_attachment" });
  tray.retry(T, id);
  await read(tray);
  const again = asked[1]?.body;
  assert.ok(again?.type === "attachments.add" && again.attachment.id !== id && again.attachment.data === "eA==");
  asked[1]?.answer(ACK);
  await read(tray);
  assert.deepEqual(states(), [["a.txt", "stored"]]);
});

test("after the panel was closed a stored file is still there, and one that was not has to be chosen again", async () => {
  const before = desk();
  before.tray.add(T, [file("a.txt", "x"), file("b.txt", "y")]);
  await read(before.tray);
  before.asked[0]?.answer(ACK);
  await read(before.tray);
  const after = desk(before.shelf.content);
  await after.tray.load(new Set());
  assert.deepEqual(after.states(), [["a.txt", "stored"], ["b.txt", "lost"]]);
  assert.equal(after.tray.mayGo(T, "hello"), false);
  after.tray.remove(T, after.tray.of(T)[1]?.link.id ?? "");
  assert.deepEqual(after.asked, [], "the engine never had it");
});

test("the picture of a draft from an earlier life is asked for, and shown if it is still there", async () => {
  const before = desk();
  before.tray.add(T, [file("a.png", PNG, "image/png")]);
  await read(before.tray);
  before.asked[0]?.answer(ACK);
  await read(before.tray);
  const after = desk(before.shelf.content);
  await after.tray.load(new Set());
  const link = after.tray.of(T)[0]?.link;
  assert.ok(link !== undefined);
  assert.equal(after.tray.pictureOf(link.id), null);
  const recalled = after.tray.recall(link.id);
  assert.deepEqual(after.asked.map(({ body }) => body), [{ type: "attachments.read", attachment: link.id }]);
  after.asked[0]?.answer({ type: "command.ack", submission_id: "s", body: {
    type: "attachment", data: Buffer.from(PNG).toString("base64"),
    attachment: { ...link, thread: T, digest: "00", trust: "untrusted", provenance: "person", created_at: 1, kept: "whole" },
  } });
  await recalled;
  assert.match(after.tray.pictureOf(link.id) ?? "", /^blob:/);
});

test("files of a message that is still on its way wait for it, those of one that nobody waits for are let go", async () => {
  const before = desk();
  before.tray.add(T, [file("a.txt", "x")]);
  const ids = await before.tray.take(T);
  const waiting = desk(before.shelf.content);
  await waiting.tray.load(new Set(ids));
  waiting.tray.giveBack(T, ids, "unknown_attachment");
  assert.deepEqual(waiting.states(), [["a.txt", "lost"]]);
  const gone = desk(before.shelf.content);
  await gone.tray.load(new Set());
  assert.deepEqual(gone.tray.links(T, ids), []);
});

test("a file that was removed already is nothing to complain about; one that a message holds is", () => {
  const after = (code: "unknown_attachment" | "unusable_attachment") => [
    { type: "panel.sent", submission: "s1", body: { type: "attachments.remove", thread: T, attachment: "a_1" } } as const,
    { type: "command.rejected", submission_id: "s1", refusal: { code, message: "" } } as const,
  ].reduce<PanelState>(reduce, opened());
  assert.equal(after("unknown_attachment").complaint, null);
  assert.equal(after("unusable_attachment").complaint?.refusal.code, "unusable_attachment");
});

test("of chats that are gone nothing is kept", async () => {
  const { tray, shelf, states } = desk();
  tray.add(T, [file("a.txt", "x")]);
  tray.keepOnly((thread) => thread === T, null);
  assert.equal(states().length, 1);
  tray.keepOnly(() => false, "t_new");
  assert.deepEqual([states(), tray.of("t_new"), shelf.content], [[], [], {}]);
});

test("files of a chat that was never made are told of in the next new one", async () => {
  const before = desk();
  before.tray.add(T, [file("a.txt", "x")]);
  const after = desk(before.shelf.content);
  await after.tray.load(new Set());
  after.tray.keepOnly(() => false, "t_new");
  assert.deepEqual([after.states(), after.tray.of("t_new").map((e) => [e.link.name, e.state.is])], [[], [["a.txt", "lost"]]]);
  assert.deepEqual(Object.keys(after.shelf.content), [`${TRAY_PREFIX}t_new`]);
});

test("storage that holds something else than was put there is as good as empty", async () => {
  const { tray } = desk({ [`${TRAY_PREFIX}${T}`]: [1, { link: { id: "a" } }, null], [`${TRAY_PREFIX}t_2`]: "x" });
  await tray.load(new Set());
  assert.deepEqual([tray.of(T), tray.of("t_2")], [[], []]);
});
