import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { inexactPlaces } from "@agent-operations/operations/exact-json"
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar
} from "yaml"
import { hasMembers } from "./contents.ts"
import { maxAliases, maxDepth } from "./limits.ts"
import type { Fault, Path, Sink } from "./place.ts"

/** What cannot be kept, at an offset of the file. */
class Refused extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const startOf = (node: Node | null | undefined, around: number) => node?.range?.[0] ?? around

/** A number of YAML in JSON's way of writing, which leaves out no digit beside the point; zeros before it are no matter here. */
const asJsonNumber = (source: string) =>
  source
    .replace(/^\+/, "")
    .replace(/^(-?)(?=\.)/, "$10")
    .replace(/\.(?!\d)/, "")

const isDecimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

const toNumber = (value: number | bigint, source: string | undefined): number | string => {
  const json = source !== undefined && isDecimal.test(source) ? asJsonNumber(source) : String(value)
  if (typeof value === "number" && !Number.isFinite(value) && !isDecimal.test(source ?? "")) {
    return `JSON has no ${source ?? String(value)}; write it as a text, in quotation marks.`
  }
  return inexactPlaces(json, 1)[0]?.message ?? Number(value)
}

/** Reads a YAML document as JSON, with the offset of each value by its JSON Pointer. */
class Reading {
  readonly offsets = new Map<string, number>()
  readonly faults: Array<Omit<Fault, "line" | "column"> & { readonly offset: number }> = []
  private aliases = 0
  private readonly within = new Set<Node>()
  private readonly document: Document.Parsed

  constructor(document: Document.Parsed) {
    this.document = document
  }

  private refuse(message: string, offset: number, path: Path, code: Fault["code"] = "NOT_EXACT"): null {
    this.faults.push({ message, offset, pointer: pointerOf(path), code })
    return null
  }

  read(node: Node | null | undefined, path: Path, around: number): unknown {
    const offset = startOf(node, around)
    if (path.length > maxDepth) throw new Refused(`Nested deeper than ${maxDepth}.`, offset)
    this.offsets.set(pointerOf(path), offset)
    if (node === null || node === undefined) return null
    if (isScalar(node)) return this.scalar(node, offset, path)
    if (isAlias(node)) {
      // Looking for an anchor goes through the document.
      if (++this.aliases > maxAliases) throw new Refused(`The file uses aliases more than ${maxAliases} times.`, offset)
      const target = node.resolve(this.document)
      if (target === undefined)
        return this.refuse(`There is no anchor &${node.source} before this.`, offset, path, "UNSUPPORTED")
      if (this.within.has(target))
        return this.refuse(`The alias *${node.source} is inside of what it stands for.`, offset, path, "UNSUPPORTED")
      return this.read(target, path, offset)
    }
    this.within.add(node)
    const value = isSeq(node)
      ? node.items.map((item, index) => this.read(item as Node, [...path, index], offset))
      : isMap(node)
        ? this.map(node.items as ReadonlyArray<Pair<Scalar, Node | null>>, path, offset)
        : this.refuse("This is neither a text, a number, true, false, null, a list nor a map.", offset, path)
    this.within.delete(node)
    return value
  }

  private map(items: ReadonlyArray<Pair<Scalar, Node | null>>, path: Path, around: number): object {
    const names = new Set<string>()
    return Object.fromEntries(
      items.map(({ key, value }) => {
        const [name, offset] = [String(key.value), startOf(key, around)]
        if (names.has(name)) this.refuse("Map keys must be unique.", offset, path, "SYNTAX")
        names.add(name)
        this.text(name, offset, path)
        return [name, this.read(value, [...path, name], offset)]
      })
    )
  }

  private text(value: string, offset: number, path: Path): string {
    const [inexact] = inexactPlaces(JSON.stringify(value), 1)
    if (inexact !== undefined) this.refuse(inexact.message, offset, path)
    return value
  }

  private scalar({ value, source }: Scalar, offset: number, path: Path): unknown {
    if (value === null || typeof value === "boolean") return value
    if (typeof value === "string") return this.text(value, offset, path)
    if (typeof value !== "number" && typeof value !== "bigint")
      return this.refuse("This is no value of JSON.", offset, path)
    const number = toNumber(value, source)
    return typeof number === "number" ? number : this.refuse(number, offset, path)
  }
}

/** Gives each part of a document that is an item or a member of a bundle. */
const tellParts = (value: unknown, path: Path, tell: (path: Path, value: unknown) => void): void => {
  if (typeof value !== "object" || value === null || !hasMembers(path)) return tell(path, value)
  for (const [key, member] of Object.entries(value)) {
    tellParts(member, [...path, Array.isArray(value) ? Number(key) : key], tell)
  }
}

/** Reads a YAML 1.2 file: a list of items, or a bundle. Its core schema, and nothing that JSON does not have. */
export const readYaml = (text: string, sink: Sink): void => {
  const lines = new LineCounter()
  const position = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const refuse = (message: string, offset: number, pointer: string, code: Fault["code"]) =>
    sink.fault({ ...position(offset), pointer, code, message })

  const document = parseDocument(text, {
    schema: "core",
    version: "1.2",
    intAsBigInt: true,
    // The library compares each key with all before it: they are looked at below.
    uniqueKeys: false,
    stringKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter: lines
  })
  const { version, explicit } = document.directives.yaml
  if (explicit && version !== "1.2")
    return refuse(`The file says that it is YAML ${version}; write it as YAML 1.2.`, 0, "", "UNSUPPORTED")
  const broken = [...document.errors, ...document.warnings]
  // The parser calls itself for what is nested, and tells where its stack ended with as many errors as there are levels.
  const tooDeep = broken.find(({ message }) => message.startsWith("Maximum call stack"))
  if (tooDeep !== undefined) return refuse(`Nested deeper than ${maxDepth}.`, tooDeep.pos[0], "", "UNSUPPORTED")
  const told = new Set<number>()
  for (const { code, message, pos } of broken) {
    if (told.has(pos[0])) continue
    told.add(pos[0])
    refuse(message, pos[0], "", code === "TAG_RESOLVE_FAILED" ? "UNSUPPORTED" : "SYNTAX")
  }
  if (broken.length > 0) return

  const reading = new Reading(document)
  let value: unknown
  try {
    value = reading.read(document.contents, [], 0)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refuse(error.message, error.offset, "", "UNSUPPORTED")
  }
  for (const { message, offset, pointer, code } of reading.faults) refuse(message, offset, pointer, code)
  if (reading.faults.length > 0) return
  tellParts(value, [], (path, part) => {
    const pointer = pointerOf(path)
    const positionOf = (inner: string) =>
      position(reading.offsets.get(pointer + inner) ?? reading.offsets.get(pointer) ?? 0)
    sink.record(path, { value: part, pointer, positionOf })
  })
}
