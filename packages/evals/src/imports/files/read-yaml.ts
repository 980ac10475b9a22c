import { keysOf, pointerOf, shownKeys } from "@agent-operations/error-envelope/pointer"
import { inexactPlaces } from "@agent-operations/operations/exact-json"
import {
  type Alias,
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
import { maxAliases, maxDepth, maxFaults } from "./limits.ts"
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

/** Where a value begins, and its members: not by their pointers, which are as long as all names around them. */
interface Start {
  offset: number
  members?: Map<string, Start>
}

const startBelow = (start: Start, key: string | number): Start => {
  const below: Start = { offset: start.offset }
  start.members ??= new Map()
  start.members.set(String(key), below)
  return below
}

/** Reads a YAML document as JSON, with the offset of each value. */
class Reading {
  readonly start: Start = { offset: 0 }
  readonly faults: Array<Omit<Fault, "line" | "column"> & { readonly offset: number }> = []
  private aliases = 0
  private readonly within = new Set<Node>()
  /** What stood last under each name. The library looks for it in all of the document. */
  private readonly anchors = new Map<string, Node>()
  private expanding = 0

  private refuse(message: string, offset: number, path: Path, code: Fault["code"] = "NOT_EXACT"): null {
    if (this.faults.length < maxFaults) this.faults.push({ message, offset, pointer: pointerOf(shownKeys(path)), code })
    return null
  }

  /** Where the value of a JSON Pointer begins, or what holds it. */
  offsetOf(pointer: string): number {
    let start = this.start
    for (const key of keysOf(pointer)) {
      const below = start.members?.get(key)
      if (below === undefined) break
      start = below
    }
    return start.offset
  }

  read(node: Node | null | undefined, path: Path, start: Start): unknown {
    const offset = startOf(node, start.offset)
    if (path.length > maxDepth) throw new Refused(`Nested deeper than ${maxDepth}.`, offset)
    start.offset = offset
    if (node === null || node === undefined) return null
    if (!isAlias(node)) this.note(node)
    if (isScalar(node)) return this.scalar(node, offset, path)
    if (isAlias(node)) {
      if (++this.aliases > maxAliases) throw new Refused(`The file uses aliases more than ${maxAliases} times.`, offset)
      const target = this.anchors.get(node.source)
      if (target === undefined)
        return this.refuse(`There is no anchor &${node.source} before this.`, offset, path, "UNSUPPORTED")
      if (this.within.has(target))
        return this.refuse(`The alias *${node.source} is inside of what it stands for.`, offset, path, "UNSUPPORTED")
      this.expanding++
      const value = this.read(target, path, start)
      this.expanding--
      return value
    }
    this.within.add(node)
    const value = isSeq(node)
      ? node.items.map((item, index) => this.read(item as Node, [...path, index], startBelow(start, index)))
      : isMap(node)
        ? this.map(node.items as ReadonlyArray<Pair<Scalar, Node | null>>, path, start)
        : this.refuse("This is neither a text, a number, true, false, null, a list nor a map.", offset, path)
    this.within.delete(node)
    return value
  }

  private note(node: Exclude<Node, Alias>) {
    if (this.expanding === 0 && node.anchor !== undefined) this.anchors.set(node.anchor, node)
  }

  private map(items: ReadonlyArray<Pair<Scalar, Node | null>>, path: Path, start: Start): object {
    const names = new Set<string>()
    return Object.fromEntries(
      items.map(({ key, value }) => {
        const [name, offset] = [String(key.value), startOf(key, start.offset)]
        this.note(key)
        if (names.has(name)) this.refuse("Map keys must be unique.", offset, [], "SYNTAX")
        names.add(name)
        this.text(name, offset, path)
        const below = startBelow(start, name)
        below.offset = offset
        return [name, this.read(value, [...path, name], below)]
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

/** Parses a document, of which there may be an error at every character: without a stack of calls in each. */
const parseWithoutStacks = (text: string, lines: LineCounter) => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return parseDocument(text, {
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
  } finally {
    Error.stackTraceLimit = stackTraceLimit
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

  const document = parseWithoutStacks(text, lines)
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

  const reading = new Reading()
  let value: unknown
  try {
    value = reading.read(document.contents, [], reading.start)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refuse(error.message, error.offset, "", "UNSUPPORTED")
  }
  for (const { message, offset, pointer, code } of reading.faults) refuse(message, offset, pointer, code)
  if (reading.faults.length > 0) return
  tellParts(value, [], (path, part) => {
    const pointer = pointerOf(path)
    const positionOf = (inner: string) => position(reading.offsetOf(pointer + inner))
    sink.record(path, { value: part, pointer, positionOf })
  })
}
