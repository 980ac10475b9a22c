import { type Job, type JobToPack, parts, type Parts, type PartSchemas } from "./protocol.ts"

/** A job as it goes to the thread: copying a few long texts takes a fraction of what a hundred thousand objects do. */
export interface PackedJob {
  readonly schemas: PartSchemas
  /** The items of each: a text for each part that is checked. */
  readonly pages: ReadonlyArray<string>
}

/** It never stands in JSON text, whose strings write it as an escape. */
const separator = "\u0001"

/** How many items are a page, or characters of them. */
const [itemsOfPage, charactersOfPage] = [1000, 1024 * 1024]

const checkedParts = (schemas: PartSchemas) => parts.filter((part) => schemas[part] !== null)

/** Packs a job, by steps. Law: K3. */
export function* packed({ schemas, items }: JobToPack): Generator<void, PackedJob> {
  const checked = checkedParts(schemas)
  const pages: Array<string> = []
  let page: Array<string> = []
  let length = 0
  const end = () => {
    if (page.length > 0) pages.push(page.join(separator))
    page = []
    length = 0
  }
  for (const item of items) {
    for (const part of checked) {
      const text = item[part] ?? ""
      page.push(text)
      length += text.length
    }
    if (page.length < itemsOfPage * checked.length && length < charactersOfPage) continue
    end()
    yield
  }
  end()
  return { schemas, pages }
}

/** What was packed. Parts that no schema checks are left out. */
export const unpacked = ({ schemas, pages }: PackedJob): Job => {
  const checked = checkedParts(schemas)
  const items: Array<Parts> = []
  for (const page of pages) {
    const texts = page.split(separator)
    for (let at = 0; at < texts.length; at += checked.length) {
      items.push(Object.fromEntries(checked.map((part, n) => [part, texts[at + n] || undefined])))
    }
  }
  return { schemas, items }
}
