import type { ImportError, ImportFormat, ImportMapping } from "@agent-operations/contract/imports"
import { shownPointer, shownText } from "@agent-operations/error-envelope/pointer"
import type { ItemDraft as WrittenItem } from "../../datasets/store/merge.ts"
import { type Part, partAt } from "./contents.ts"
import { encodeItem, type ItemDraft, makeItem, type Refuse } from "./item.ts"
import { maxDefinitionBytes, maxFaults, maxItems, maxYamlBytes } from "./limits.ts"
import { makeReader, type Reader } from "./mapping.ts"
import { type Path, positionsIn, type Sink, type SourceRecord } from "./place.ts"
import { readCsv } from "./read-csv.ts"
import { readJson } from "./read-json.ts"
import { readJsonl } from "./read-jsonl.ts"
import { readYaml } from "./read-yaml.ts"

/** A file as text. Without a format, its name says which. */
export interface FileText {
  readonly path: string
  readonly format?: ImportFormat
  readonly content: string
}

/** Where something was read. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly pointer: string
}

/** An item as it is to be written. */
export interface ReadItem extends Place {
  readonly draft: WrittenItem
}

/** What a bundle says of a dataset beside its items. */
export interface DatasetMembers {
  readonly name: string
  readonly description?: unknown
  readonly settings?: unknown
}

/** A dataset of a bundle, or, without `members`, the one that lists of items go to. */
export interface ReadDataset extends Place {
  /** `DatasetMembers` as JSON: parsed by whoever writes them, one dataset at a time. */
  readonly members: string | undefined
  readonly items: ReadonlyArray<ReadItem>
}

export interface ReadScorer extends Place {
  /** What the bundle says of it, as JSON. */
  readonly json: string
}

/** What files have in them. Where there are errors, the rest is not to be used. */
export interface ReadFiles {
  readonly datasets: ReadonlyArray<ReadDataset>
  readonly scorers: ReadonlyArray<ReadScorer>
  readonly errors: ReadonlyArray<ImportError>
}

/** As many errors as are told. */
class Enough extends Error {}

interface Target extends Place {
  readonly members: Record<string, unknown> | undefined
  readonly items: Array<ReadItem>
  /** Where an ID or external ID was read, so that none is there twice. */
  readonly seen: Map<string, string>
}

const formats: Readonly<Record<string, ImportFormat>> = {
  jsonl: "jsonl",
  ndjson: "jsonl",
  json: "json",
  csv: "csv",
  yaml: "yaml",
  yml: "yaml"
}

const formatOf = ({ path, format }: FileText) => format ?? formats[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ""]

const loneSurrogate = (text: string): number =>
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text)?.index ?? 0

const readers: Readonly<Record<ImportFormat, (text: string, sink: Sink, reader: Reader) => void>> = {
  jsonl: readJsonl,
  json: readJson,
  csv: (text, sink, { checkHeader }) => readCsv(text, sink, checkHeader),
  yaml: (text, sink) => {
    const bytes = Buffer.byteLength(text)
    if (bytes <= maxYamlBytes) return readYaml(text, sink)
    const message = `A YAML file has at most ${maxYamlBytes} bytes, and this has ${bytes}; send it as JSONL.`
    sink.fault({ line: 1, pointer: "", code: "TOO_LARGE", message })
  }
}

/** Why something of a bundle is too large to be a definition; undefined where it is none. */
const tooLarge = (json: string, what: string): Pick<ImportError, "code" | "message"> | undefined => {
  const bytes = Buffer.byteLength(json)
  return bytes <= maxDefinitionBytes
    ? undefined
    : {
        code: "TOO_LARGE",
        message: `${what} of a bundle has at most ${maxDefinitionBytes} bytes, and this has ${bytes}.`
      }
}

class Collector {
  readonly errors: Array<ImportError> = []
  readonly datasets: Array<Target> = []
  readonly scorers: Array<ReadScorer> = []
  private list: Target | undefined
  private count = 0
  private readonly mapping: ImportMapping | undefined

  constructor(mapping: ImportMapping | undefined) {
    this.mapping = mapping
  }

  tell({ pointer, message, ...error }: ImportError): void {
    this.errors.push({ ...error, pointer: shownPointer(pointer), message: shownText(message) })
    if (this.errors.length >= maxFaults) throw new Enough()
  }

  read(file: FileText): void {
    const { path, content } = file
    const fault: Sink["fault"] = (found) => this.tell({ file: path, ...found })
    const format = formatOf(file)
    if (format === undefined) {
      const message = "The name does not tell the format: send it, as jsonl, json, csv or yaml."
      return fault({ line: 1, pointer: "", code: "UNSUPPORTED", message })
    }
    const text = content.startsWith("\uFEFF") ? content.slice(1) : content
    if (!text.isWellFormed()) {
      const message = "The text contains a lone surrogate, which cannot be stored."
      return fault({ ...positionsIn(text)(loneSurrogate(text)), pointer: "", code: "NOT_EXACT", message })
    }
    const isTable = format === "csv"
    const [reader, own] = [makeReader(this.mapping, isTable), makeReader(undefined, isTable)]
    const bundled = new Map<number, Target>()
    const record = (at: Path, found: SourceRecord) =>
      this.take(path, partAt(at), found, { reader, own, bundled, fault })
    readers[format](text, { record, fault }, reader)
    for (const { members, line, pointer } of bundled.values()) {
      const wrong = tooLarge(JSON.stringify(members), "A dataset, without its items,")
      if (wrong !== undefined) fault({ line, pointer, ...wrong })
      else if (typeof members?.["name"] !== "string") {
        const message = "A dataset of a bundle has a name, which is a text."
        fault({ line, pointer, code: "INVALID_DEFINITION", message })
      }
    }
  }

  private take(
    file: string,
    part: Part,
    record: SourceRecord,
    on: {
      readonly reader: Reader
      readonly own: Reader
      readonly bundled: Map<number, Target>
      readonly fault: Sink["fault"]
    }
  ): void {
    const { pointer, positionOf, value } = record
    const place = () => ({ file, line: positionOf("").line, pointer })
    const bundle = (index: number): Target => {
      let target = on.bundled.get(index)
      if (target === undefined) {
        target = { ...place(), pointer: `/datasets/${index}`, members: {}, items: [], seen: new Map() }
        on.bundled.set(index, target)
        this.datasets.push(target)
      }
      return target
    }
    switch (part.type) {
      case "unknown":
        return on.fault({ ...positionOf(""), pointer, code: "SYNTAX", message: part.message })
      case "scorer":
        return this.takeScorer(place(), JSON.stringify(value), on.fault)
      case "member": {
        const { members } = bundle(part.dataset)
        // The names are those that `partAt` knows.
        members![part.name] = value
        return
      }
      case "bundleItem":
        return this.takeItem(bundle(part.dataset), record, file, on.own, on.fault)
      case "item":
        return this.takeItem((this.list ??= this.startList(place())), record, file, on.reader, on.fault)
    }
  }

  private takeScorer(place: Place, json: string, fault: Sink["fault"]): void {
    const wrong = tooLarge(json, "A scorer")
    if (wrong === undefined) this.scorers.push({ ...place, json })
    else fault({ line: place.line, pointer: place.pointer, ...wrong })
  }

  private startList(place: Place): Target {
    const target: Target = { ...place, members: undefined, items: [], seen: new Map() }
    this.datasets.push(target)
    return target
  }

  private takeItem(target: Target, record: SourceRecord, file: string, reader: Reader, fault: Sink["fault"]): void {
    const refuse: Refuse = (inner, message, code = "INVALID_ITEM") =>
      fault({ ...record.positionOf(inner), pointer: record.pointer + inner, code, message })
    if (++this.count > maxItems) {
      refuse("", `An import has at most ${maxItems} items.`, "TOO_LARGE")
      throw new Enough()
    }
    const values = reader.members(record.value, refuse)
    const item = values === undefined ? undefined : makeItem(values, refuse)
    const draft = item === undefined ? undefined : encodeItem(item, refuse)
    if (item === undefined || draft === undefined) return
    const { line } = record.positionOf("")
    if (isRepeated(target, item, `${file}:${line}`, refuse)) return
    target.items.push({ draft, file, line, pointer: record.pointer })
  }
}

const isRepeated = ({ seen }: Target, { id, externalId }: ItemDraft, place: string, refuse: Refuse): boolean => {
  for (const [name, value] of Object.entries({ id, externalId })) {
    if (typeof value !== "string") continue
    const key = `${name} ${value}`
    const before = seen.get(key)
    if (before !== undefined) {
      refuse(`/${name}`, `Another item has the ${name} ${JSON.stringify(value)}, at ${before}.`, "DUPLICATE")
      return true
    }
    seen.set(key, place)
  }
  return false
}

/**
 * Reads files into items, datasets and scorers, or tells at which places they can't be read: the first 100. Law: I1.
 *
 * @example
 * readFiles([{ path: "capitals.csv", content: "q,a\nFrance?,Paris\n" }], { q: "input", a: "expected" })
 */
export const readFiles = (
  files: ReadonlyArray<FileText>,
  mapping?: ImportMapping,
  reached: (count: number) => void = () => {}
): ReadFiles => {
  const collector = new Collector(mapping)
  try {
    for (const [index, file] of files.entries()) {
      reached(index + 1)
      collector.read(file)
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  const { datasets, scorers, errors } = collector
  return {
    errors,
    datasets: datasets.map(({ seen: _, members, ...dataset }) => ({
      ...dataset,
      members: members === undefined ? undefined : JSON.stringify(members)
    })),
    scorers
  }
}
