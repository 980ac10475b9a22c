import type { Operation } from "@agent-operations/contract"
import type { imports } from "@agent-operations/contract/imports"
import { parsedJson, textPieces } from "@agent-operations/operations"
import { createHash, hash } from "node:crypto"
import type { FileText } from "../files/read-files.ts"
import type { Asked } from "../store/ImportStore.ts"

export type ImportInput = Operation.Input<(typeof imports)["operations"]["importResources"]>

const digest = (value: unknown) => hash("sha256", JSON.stringify(value), "base64url")

const sorted = (value: object) => Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))

/** The digest of `files.map(({ path, format, content }) => [path, format, content])`, by steps: files may be large. */
function* digestOf(files: ImportInput["files"]): Generator<void, string> {
  const made = createHash("sha256").update("[")
  for (const [n, { path, format = null, content }] of files.entries()) {
    made.update(`${n === 0 ? "" : ","}[${JSON.stringify(path)},${JSON.stringify(format)},`)
    for (const piece of textPieces(content)) {
      made.update(piece)
      yield
    }
    made.update("]")
  }
  return made.update("]").digest("base64url")
}

/**
 * What tells an import from others, by steps: whether it is a dryRun does not, since what was checked is applied under the
 * same key. Law: I2.
 */
export function* askedOf({
  importKey,
  files,
  into,
  mapping,
  mode,
  part = { index: 1, count: 1 }
}: ImportInput): Generator<void, Asked> {
  return {
    importKey,
    inputsHash: digest([into ?? null, mapping === undefined ? null : sorted(mapping), mode]),
    partCount: part.count,
    part: part.index,
    partHash: yield* digestOf(files)
  }
}

/** The files of parts, which are JSON, put together by their paths, in the order of the parts. */
export function* joinFiles(parts: ReadonlyArray<string>): Generator<void, ReadonlyArray<FileText>> {
  const joined = new Map<string, { readonly file: FileText; readonly contents: Array<string> }>()
  for (const part of parts) {
    for (const file of (yield* parsedJson(part)) as ReadonlyArray<FileText>) {
      const before = joined.get(file.path)
      if (before === undefined) joined.set(file.path, { file, contents: [file.content] })
      else before.contents.push(file.content)
    }
    yield
  }
  return [...joined.values()].map(({ file, contents }) => ({ ...file, content: contents.join("") }))
}
