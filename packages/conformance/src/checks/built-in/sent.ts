import { withArticle } from "@agent-operations/contract"
import type { Context } from "../../check.ts"
import { type Definition, expectCode } from "../../client.ts"
import { expect, expectSame } from "../../Broken.ts"
import { discard } from "../fixtures.ts"
import type { OfKind } from "../per.ts"

/** Part of what a definition is made of. */
export interface Part {
  readonly source?: unknown
  readonly settings?: unknown
}

const shown = (part: Part) => JSON.stringify(part).slice(0, 200)

/**
 * Holds a server to take some parts, by a create and an update, and to answer them as they are here or with what is left
 * out; and to refuse others, which change nothing.
 */
export const expectParts = async (
  { client, kind, word }: Pick<Context & OfKind, "client" | "kind" | "word">,
  right: ReadonlyArray<readonly [sent: Part, answered?: Part]>,
  wrong: ReadonlyArray<Part>
): Promise<void> => {
  const made: Array<string> = []
  const body = (part: Part) => kind.body(word(), part)
  try {
    const { id } = await client.ok(kind.id("create"), body({}))
    made.push(id)
    let revision = 1
    for (const [sent, answered = sent] of right) {
      const create = await client.call(kind.id("create"), body(sent))
      expect(
        "E3",
        create.data !== undefined,
        `${shown(sent)} was answered ${create.status} ${create.text.slice(0, 300)}`
      )
      const created = create.data as Definition
      made.push(created.id)
      const update = await client.call(kind.id("update"), { id, expectedRevision: revision++, ...sent })
      expect(
        "E3",
        update.data !== undefined,
        `${shown(sent)} was answered ${update.status} ${update.text.slice(0, 300)}`
      )
      for (const one of [created.id, id]) {
        const read: Part = await client.ok<Definition & Part>(kind.id("get"), { id: one })
        for (const part of Object.keys(answered) as ReadonlyArray<keyof Part>)
          expectSame("E4", read[part], answered[part], `the ${part} of ${withArticle(kind.name)}`)
      }
    }
    const before = await client.ok(kind.id("get"), { id })
    for (const part of wrong) {
      const answers = [
        await client.call(kind.id("create"), body(part), { repeatable: true }),
        await client.call(kind.id("update"), { id, expectedRevision: revision, ...part }, { repeatable: true })
      ]
      const [create] = answers
      if (create?.data !== undefined) made.push((create.data as Definition).id)
      for (const answer of answers)
        expectCode("E3", answer, "VALIDATION_ERROR", `${withArticle(kind.name)} with ${shown(part)}`)
    }
    expectSame("E3", await client.ok(kind.id("get"), { id }), before, "what was refused to be changed")
  } finally {
    for (const id of made) await discard(client, kind, id)
  }
}

/** Texts of so many bytes in UTF-8, of characters of one, two, three and four bytes. */
export const ofBytes = (bytes: number): ReadonlyArray<string> =>
  ["x", "\u00e9", "\u20ac", "\u{1f600}"].map((character, n) => {
    const rest = bytes % (n + 1)
    return character.repeat((bytes - rest) / (n + 1)) + "x".repeat(rest)
  })
