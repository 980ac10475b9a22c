import type { Access } from "@agent-operations/auth"
import { MissingScope } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { ContentHandler } from "../context.ts"
import type { Section } from "./Section.ts"

type Holder = Pick<Access, "scopes">

/** Whether somebody has a scope. */
export const holds = ({ scopes }: Holder, scope: string): boolean => scopes === "all" || scopes.includes(scope)

/** Whether somebody may read the definitions of a section. */
export const mayRead = (access: Holder, { kind }: Section): boolean => holds(access, kind.scopes.read)

/** Whether somebody may change them. */
export const mayWrite = (access: Holder, { kind }: Section): boolean => holds(access, kind.scopes.write)

/** A page for whoever has a scope; `doing` is what it takes it for. Law: A2. */
export const requiring =
  (scope: string, doing: string, page: ContentHandler): ContentHandler =>
  (visit) => {
    const { scopes } = visit.access
    if (scopes === "all" || holds({ scopes }, scope)) return page(visit)
    const message = `You may not ${doing} in this project: that requires ${scope}.`
    return Effect.fail(new MissingScope({ message, details: { required: [scope], granted: scopes } }))
  }

/** A page for whoever may read the definitions of a section. Law: A2. */
export const reading = ({ kind }: Section, page: ContentHandler): ContentHandler =>
  requiring(kind.scopes.read, `read ${kind.titlePlural}`, page)

/** A page for whoever may change them, too. Law: A2. */
export const writing = (section: Section, page: ContentHandler): ContentHandler =>
  reading(section, requiring(section.kind.scopes.write, `change ${section.kind.titlePlural}`, page))
