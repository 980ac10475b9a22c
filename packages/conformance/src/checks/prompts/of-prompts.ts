import { check, type CheckOptions, type Context } from "../../check.ts"
import type { Client, Definition } from "../../client.ts"
import type { Law } from "../../laws.ts"
import type { Requirement } from "../../requirements/index.ts"
import type { Served } from "../../served.ts"
import { withDefinitions } from "../fixtures.ts"
import type { ChecksOf } from "../per.ts"

const operations = [
  "create_prompt",
  "set_prompt_label",
  "list_prompt_labels",
  "get_published_prompt",
  "validate_prompt"
]

/** Whether a server serves prompts. */
export const servesPrompts = ({ find }: Pick<Served, "find">): boolean =>
  operations.every((id) => find(id) !== undefined)

/** What checks look at of a label. */
export interface Label {
  readonly label: string
  readonly revision: number | null
  readonly labelRevision: number
}

/** What a label is read as. */
export interface Published {
  readonly prompt: Definition
  readonly labelRevision: number | null
}

/** What a check of prompts works with. */
export interface OfPrompts {
  /** Creates a prompt whose text says the number of its revision, with so many revisions, and deletes it in the end. */
  readonly withPrompt: (revisions: number, use: (made: Definition) => Promise<void>) => Promise<void>
}

export const text = (template: string) => ({ type: "text", template }) as const

const withRevisions = async (client: Client, made: Definition, revisions: number) => {
  let latest = made
  while (latest.revision < revisions) {
    const { id, revision } = latest
    const source = text(String(revision + 1))
    latest = await client.ok("update_prompt", { id, expectedRevision: revision, source })
  }
  return latest
}

/** A check of prompts, where they are served. */
export const ofPrompts =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: (context: Context & OfPrompts) => Promise<void>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) => {
    const kind = served.kinds.find(({ name }) => name === "prompt")
    if (kind === undefined || !servesPrompts(served)) return []
    const checking = (context: Context) => {
      const { client, word } = context
      const withPrompt: OfPrompts["withPrompt"] = (revisions, use) =>
        withDefinitions(client, kind, [word()], async ([made]) => use(await withRevisions(client, made!, revisions)))
      return run({ ...context, withPrompt })
    }
    return [check(law, `${kind.family}: ${title}`, checking, { ...options, covers, family: kind.family })]
  }
