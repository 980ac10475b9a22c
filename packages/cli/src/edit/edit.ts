import { isAgentError } from "@agent-operations/client"
import type { Operation } from "@agent-operations/contract"
import { hasMarks, numberValues } from "@agent-operations/definition-diff"
import * as Result from "effect/Result"
import { contentOf, type Definition, readDefinition } from "../definitions/definition.ts"
import type { ServedKind } from "../definitions/kind-of-id.ts"
import { CommandError, exitOf, exits, UsageError } from "../errors.ts"
import { failureOf } from "../failure.ts"
import { outcomeOf } from "../outcome.ts"
import type { Session } from "../session.ts"
import { changesOf, formatDocument, makeParser } from "./document.ts"
import { type Draft, makeDraft } from "./draft.ts"
import { editorOf, runEditor } from "./editor.ts"
import { editedText, faultsOf, firstPage, mergedPage, type Page, pageText, refusedPage } from "./page.ts"

/** What came of an edit: the definition as it is now. */
export interface Edited {
  readonly definition: Definition
  readonly isChanged: boolean
}

/** A kind whose definitions can be changed. */
type ChangeableKind = ServedKind & { readonly update: Operation.Any }

/** What is wrong with a text, once it is given up. */
const refusal = (faults: ReadonlyArray<string>) =>
  new CommandError(faults.join("\n"), { code: "USAGE", hint: "Edit it again.", exit: exits.usage })

/** Sends what was made of a page. What is to be edited again is the next page. */
const makeSubmit = (session: Session, served: ChangeableKind, start: Definition) => {
  const { terminal, program, connect } = session
  const { kind, update, command } = served
  const client = connect()
  const parse = makeParser(kind)
  const number = numberValues()
  // After a conflict, the revision that came in between.
  let current = start

  return async (page: Page, text: string): Promise<Page | Edited> => {
    const refuse = (faults: ReadonlyArray<string>) => refusedPage(text, faults, refusal(faults))
    if (hasMarks(text) && hasMarks(page.text)) return refuse(["Both versions are still between <<<<<<< and >>>>>>>."])
    const parsed = parse(text)
    if (Result.isFailure(parsed)) return refuse(parsed.failure)
    const edited = parsed.success
    const changes = changesOf(contentOf(current), edited, (one, other) => number(one) === number(other))
    if (Object.keys(changes).length === 0) return { definition: current, isChanged: false }
    const input = { id: current.id, expectedRevision: current.revision, ...changes }
    try {
      const definition: unknown = await client
        .call(update.id, input, { signal: terminal.signal })
        .catch((error: unknown) => {
          if (!isAgentError(error, "OUTCOME_UNKNOWN")) throw error
          return outcomeOf(error, terminal, `${program} ${command} get ${current.id}`)
        })
      return { definition: definition as Definition, isChanged: true }
    } catch (error) {
      if (!isAgentError(error)) throw error
      if (error.code === "CONFLICT") {
        const before = current
        current = await readDefinition(client, served, { id: before.id }, terminal.signal)
        return mergedPage(kind, before, edited, current, error)
      }
      if (exitOf(error) !== exits.refused && exitOf(error) !== exits.conflict) throw error
      return refusedPage(text, faultsOf(error), error)
    }
  }
}

/** What is thrown where an edit ends without being sent: it says where the text is, where there is any to lose. */
const keep = async (draft: Draft, page: Page, original: string, error: unknown, session: Session): Promise<unknown> => {
  const read = await draft.read().catch(() => undefined)
  const text = read === undefined ? undefined : editedText(page, read)
  if (text === original || (text?.trim() === "" && page.text === original)) {
    await draft.remove()
    return error
  }
  if (text?.trim() === "") await draft.write(pageText(page))
  const { failure, exit } = failureOf(error, session.terminal)
  const hint = `${failure.hint} Your text is kept in ${draft.file}`
  return new CommandError(failure.message, { code: failure.code, details: failure.details, hint, exit })
}

/**
 * Has somebody edit a definition, until what they made of it is sent or given up. What is wrong with it comes back as
 * comments above the text, and a conflict as a merge. Where it ends otherwise, the text stays in its file, which the error
 * names.
 */
export const editDefinition = async (session: Session, served: ChangeableKind, start: Definition): Promise<Edited> => {
  const editor = editorOf(session)
  const submit = makeSubmit(session, served, start)
  const original = formatDocument(served.kind, contentOf(start))
  const draft = await makeDraft(`${start.id}.jsonc`, session.terminal.env["TMPDIR"] || undefined)
  let page = firstPage(served.kind, start, original)
  try {
    while (true) {
      await draft.write(pageText(page))
      await runEditor(editor, draft.file, session)
      const text = editedText(page, await draft.read())
      if (text.trim() === "")
        throw page.refused ?? new UsageError("The text is empty: nothing was sent.", "Edit it again.")
      if (text === page.text && page.refused !== undefined) throw page.refused
      const next = await submit(page, text)
      if ("isChanged" in next) {
        await draft.remove()
        return next
      }
      page = next
    }
  } catch (error) {
    throw await keep(draft, page, original, error, session)
  }
}
