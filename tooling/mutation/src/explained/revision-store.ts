import type { Explained } from "./explained.ts"

const verb = (name: string, why: string, ...faults: ReadonlyArray<string>): Explained => ({
  file: `revision-store/src/verbs/${name}.ts`,
  why,
  faults
})

export const revisionStore: ReadonlyArray<Explained> = [
  verb(
    "append",
    "What is undefined is bound, and left out of JSON, as null is.",
    "= (value: unknown) => (value === undefined ? null : JSON.stringify(value)) → = (value: unknown) => (false ? null : JSON.stringify(value))"
  ),
  verb(
    "append",
    "A name is taken only where one was given.",
    '=> nameTaken(kind, newName ?? ""), // Kept references exist → => nameTaken(kind, newName ?? "Stryker was here!"), // Kept references exist'
  ),
  verb(
    "append",
    "It costs more: references that are kept are written anew, and one write skips a locked row and is sent again.",
    'writes.some(({ refs }) => refs !== null) )} ${tellSubscriptions(sql, "updated")} ${foundAndMade(sql)} → writes.some(({ refs }) => true) )} ${tellSubscriptions(sql, "updated")} ${foundAndMade(sql)}',
    "writes: ReadonlyArray<Append>, condition) => writes.length === 1 ? appendOne(sql, writes[0]!, condition) → writes: ReadonlyArray<Append>, condition) => false ? appendOne(sql, writes[0]!, condition)"
  ),
  verb(
    "create",
    "It costs more: no references are written where there are none.",
    'creates.some(({ refs }) => refs !== none) )} ${tellSubscriptions(sql, "created")} select → creates.some(({ refs }) => true) )} ${tellSubscriptions(sql, "created")} select'
  ),
  verb(
    "find",
    "Any text will do that no number of a revision has.",
    '=> `${id} ${revision ?? ""}` /** * Finds a → => `${id} ${revision ?? "Stryker was here!"}` /** * Finds a'
  ),
  verb(
    "find",
    "A row without a revision is of one that is remembered, or of one that is not there and never was remembered.",
    "revision) } else if (before?.revision === (pinned ?? current)) found.set(identity(id, pinned), before) } → revision) } else if (true) found.set(identity(id, pinned), before) }"
  ),
  verb(
    "graph",
    "It costs more: what is beyond the bound is refused all the same.",
    "(select * from edge limit ${maxNodes + 1}) as edge left join → (select * from edge ) as edge left join"
  ),
  verb(
    "history",
    "What names no revision finds none.",
    '(revision === null ? [] : [{ id, revision → (revision === null ? ["Stryker was here"] : [{ id, revision'
  ),
  verb(
    "referrers",
    "It costs more: a limit of null is none, and the page is cut to its limit all the same.",
    '}) => id)], ["integer", wanted.map(({ limit }) => limit + 1)], ["integer", wanted.map((_, index) => → }) => id)], ["integer", wanted.map(() => undefined)], ["integer", wanted.map((_, index) =>'
  ),
  verb(
    "remove",
    "Only a race shows it: the last referrer has gone between the delete and the look at who refers to it.",
    "kind, id, namedReferrers) if (items.length === 0) return yield* new Moved() → kind, id, namedReferrers) if (false) return yield* new Moved()"
  ),
  verb(
    "remove",
    "A delete takes no name.",
    "{ name: () => new Moved(), reference: () => held → { name: () => undefined, reference: () => held"
  ),
  verb(
    "restore",
    "The look at the revision to restore says the same next.",
    "space, kind, id)) if (current === undefined) return yield* notFound(kind, id) → space, kind, id)) if (false) return yield* notFound(kind, id)"
  )
]
