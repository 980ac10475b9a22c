import { type Explained, explainedIn } from "./explained.ts"

const of = explainedIn("auth")

export const auth: ReadonlyArray<Explained> = [
  of(
    "access/authorize",
    "No header is read as a text that is no Bearer header either.",
    "another === undefined && header !== undefined ? bearer.exec(header)?.[1] : undefined → another === undefined && true ? bearer.exec(header)?.[1] : undefined"
  ),
  of(
    "access/authorize",
    "Only a race shows it: another request learnt meanwhile whom this one stands for, who counts as the same caller.",
    "verified const before = answered === expected?.principal ? known.get(answered) : undefined → verified const before = true ? known.get(answered) : undefined"
  ),
  of(
    "access/authorize",
    "It costs more: what is remembered is read only where a verifier says whom to expect, and is the same.",
    "yield* usage.check(principal, requirement.id) if (before === undefined && verifier.begin !== undefined) known.set(answered, { principal, access → yield* usage.check(principal, requirement.id) if (true) known.set(answered, { principal, access",
    "if (before === undefined && verifier.begin !== undefined) known.set(answered, → if (before === undefined || verifier.begin !== undefined) known.set(answered,",
    "yield* usage.check(principal, requirement.id) if (before === undefined && verifier.begin !== undefined) → yield* usage.check(principal, requirement.id) if (true && verifier.begin !== undefined)",
    "(before === undefined && verifier.begin !== undefined) known.set(answered, { principal, access → (before === undefined && true) known.set(answered, { principal, access"
  ),
  of(
    "access/check-access",
    "It costs more: a list of the scopes is made, where all of them are the requirement's.",
    "{ const required = more.length === 0 ? scopes : [...new → { const required = false ? scopes : [...new"
  ),
  of(
    "access/principal",
    "The formatter tells a path of every issue, an empty one too.",
    'issuesOf(error.issue) .issues.map(({ path = [], message }) => `${["principal", → issuesOf(error.issue) .issues.map(({ path = ["Stryker was here"], message }) => `${["principal",'
  ),
  of(
    "access/principal",
    "It costs more: more of a name is taken apart than has to be.",
    "(name: string): string => name.length <= maximumText ? name : [...name.slice(0, → (name: string): string => false ? name : [...name.slice(0,",
    "string): string => name.length <= maximumText ? name : → string): string => name.length < maximumText ? name :",
    'maximumText ? name : [...name.slice(0, 2 * maximumText)].slice(0, maximumText).join("") // A message → maximumText ? name : [...name].slice(0, maximumText).join("") // A message'
  ),
  of(
    "access/principal",
    "It costs more: what is not compiled is interpreted.",
    "run time, else interpreted. SchemaJITCompiler.enable(Answered.ast) const decode = Schema.decodeUnknownResult(Answered) → run time, else interpreted. ; const decode = Schema.decodeUnknownResult(Answered)"
  ),
  of(
    "access/principal",
    "Decoding ends at the first issue, so that there is one.",
    '=> `${["principal", ...path.map(String)].join(".")}: ${message}`) .join("; ") /** * What a → => `${["principal", ...path.map(String)].join(".")}: ${message}`) .join("") /** * What a'
  ),
  of(
    "access/project",
    "The wording of a message is no promise.",
    '(header.length > 1) return refused("The x-project-id header is given more than once.") if (query.length > 1) → (header.length > 1) return refused("") if (query.length > 1)',
    '(query.length > 1) return refused("The projectId parameter is given more than once.") const [projectId = query[0]] → (query.length > 1) return refused("") const [projectId = query[0]]',
    '(projectId === undefined) return refused("Name the project in the x-project-id header.") if (query[0] !== undefined → (projectId === undefined) return refused("") if (query[0] !== undefined',
    '!== projectId) { return refused("The x-project-id header and the projectId parameter name different projects.") } if (!isText(projectId)) return → !== projectId) { return refused("") } if (!isText(projectId)) return',
    '} if (!isText(projectId)) return refused("A project\'s ID is well-formed text of 1 to 200 characters, without NUL.") return Result.succeed(projectId) } → } if (!isText(projectId)) return refused("") return Result.succeed(projectId) }'
  ),
  of(
    "access/text",
    "It costs more: characters are counted one by one where the length alone tells.",
    "value.length >= minimum && (value.length <= maximumText || [...value.slice(0, 2 * → value.length >= minimum && (false || [...value.slice(0, 2 *",
    ">= minimum && (value.length <= maximumText || [...value.slice(0, 2 → >= minimum && (value.length < maximumText || [...value.slice(0, 2",
    '(value.length <= maximumText || [...value.slice(0, 2 * maximumText + 1)].length <= maximumText) && !value.includes("\\0") → (value.length <= maximumText || [...value].length <= maximumText) && !value.includes("\\0")'
  ),
  of(
    "access/token-buckets",
    "It costs more: buckets that are full again are kept for another window.",
    "const isFresh = now < this.#turnsAt + windowMillis this.#before → const isFresh = now <= this.#turnsAt + windowMillis this.#before"
  ),
  of(
    "audit/AuditLog",
    "It costs more: what is beyond the page is read, and left out of it.",
    "order by position desc limit ${limit + 1}`), translateSqlErrors) const items = → order by position desc `), translateSqlErrors) const items ="
  ),
  of(
    "invitations/limits",
    "The wording of a message is no promise.",
    'Readonly<Record<keyof InvitationLimits, string>> = { person: "You have reached the limit of invitations that one person may send within 24 hours.", organization: "The organization has reached its limit of invitations within 24 hours.", recipient: "This address has reached its limit of invitations within 24 hours." } const recipientOf = (email: → Readonly<Record<keyof InvitationLimits, string>> = {} const recipientOf = (email:',
    'string>> = { person: "You have reached the limit of invitations that one person may send within 24 hours.", organization: "The organization has → string>> = { person: "", organization: "The organization has',
    'within 24 hours.", organization: "The organization has reached its limit of invitations within 24 hours.", recipient: "This address has → within 24 hours.", organization: "", recipient: "This address has',
    'within 24 hours.", recipient: "This address has reached its limit of invitations within 24 hours." } const recipientOf = → within 24 hours.", recipient: "" } const recipientOf ='
  ),
  of(
    "invitations/limits",
    "Either case makes addresses one that differ by their case alone.",
    '= (email: string) => email.toLowerCase().replace(/\\+[^@]*/, "") /** Whose turn → = (email: string) => email.toUpperCase().replace(/\\+[^@]*/, "") /** Whose turn'
  ),
  of(
    "invitations/limits",
    "It costs more: who invites waits for everybody, in place of those with whom they are counted.",
    '"1 day")) yield* takeTurn(sql, `invitations by ${userId}`) yield* takeTurn(sql, `invitations to → "1 day")) yield* takeTurn(sql, ``) yield* takeTurn(sql, `invitations to',
    "by ${userId}`) yield* takeTurn(sql, `invitations to ${recipient}`) const counted = [ → by ${userId}`) yield* takeTurn(sql, ``) const counted = ["
  ),
  of(
    "keys/ApiKeyVerifier",
    "No project has either for its ID.",
    '({ credential, projectId = "" }: Presented): Verification => → ({ credential, projectId = "Stryker was here!" }: Presented): Verification =>'
  ),
  of(
    "keys/last-use",
    "It costs more: a time that is there already is written again.",
    "is null or k.last_used_at < asked.at for no key → is null or k.last_used_at <= asked.at for no key"
  ),
  of(
    "keys/last-use",
    "The wording of a log line is no promise.",
    'taken), limit, () => Effect.fail("It took too long.")) }).pipe(Effect.catchCause((cause) => Effect.logDebug("The last → taken), limit, () => Effect.fail("")) }).pipe(Effect.catchCause((cause) => Effect.logDebug("The last'
  ),
  of(
    "organizations/administrator",
    "The wording of a message is no promise.",
    '= requireRole(["owner", "admin", "operator"], "Only owners and admins of the organization may do this.") /** Lets owners through, → = requireRole(["owner", "admin", "operator"], "") /** Lets owners through,',
    'requireOwner = requireRole(["owner", "operator"], "Only owners of the organization may do this.") /** Admins decide neither → requireOwner = requireRole(["owner", "operator"], "") /** Admins decide neither'
  ),
  of(
    "organizations/members",
    "What is undefined is left out of JSON.",
    "id, name }, details: formerRole === undefined ? { role } → id, name }, details: false ? { role }"
  )
]
