import { result, type Send } from "./kit.ts"

const kinds = { pv: "page_view", cf: "custom_field" } as const
type Prefix = keyof typeof kinds

const contents = {
  pv: { source: { type: "table" }, settings: { target: "traces" } },
  cf: { source: { type: "attribute", pointer: "/a" }, settings: { target: "trace", valueType: "json" } }
}

const slots = 4
/** From here on a definition is replaced, so that small revisions stay likely to be the current one. */
const oldRevision = 3

const placeholder = (prefix: string, slot: number) => `${prefix}_7${"z".repeat(24)}${slot}`

/** What stands in requests for the IDs of live definitions, which no seed can tell. */
export const placeholders = (prefix: string): ReadonlyArray<string> =>
  Array.from({ length: slots }, (_, slot) => placeholder(prefix, slot))

/** A few definitions of each kind that are there for requests to name, whatever requests do to them. */
export const keepAlive = async (send: Send) => {
  const ids = new Map<string, string>()
  let made = 0

  const make = async (prefix: Prefix, slot: number) => {
    const { id } = (await result(send, `create_${kinds[prefix]}`, {
      name: `Live ${made++}`,
      ...contents[prefix]
    })) as { id: string }
    ids.set(placeholder(prefix, slot), id)
  }
  const renew = async (prefix: Prefix, slot: number) => {
    const id = ids.get(placeholder(prefix, slot))
    const found = (await result(send, `get_${kinds[prefix]}`, { id })) as { revision: number } | undefined
    if (found === undefined) return make(prefix, slot)
    if (found.revision < oldRevision) return undefined
    const gone = await result(send, `delete_${kinds[prefix]}`, { id, expectedRevision: found.revision })
    return gone === undefined ? undefined : make(prefix, slot)
  }

  await Promise.all(
    (["pv", "cf"] as const).flatMap((prefix) => placeholders(prefix).map((_, slot) => make(prefix, slot)))
  )
  return {
    /** A body with the IDs of live definitions in place of what stands for them. */
    named: (body: string) => body.replace(/(?:pv|cf)_7z{24}[0-3]/g, (stood) => ids.get(stood) ?? stood),
    /** Makes what a request named anew where it was deleted, and replaces it where it was changed often. */
    renew: async (body: string) => {
      const [, prefix, slot] = /(pv|cf)_7z{24}([0-3])/.exec(body) ?? []
      if (slot !== undefined) await renew(prefix as Prefix, Number(slot))
    }
  }
}
