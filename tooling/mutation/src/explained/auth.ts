import type { Explained } from "./explained.ts"

const of = (name: string, why: string, ...faults: ReadonlyArray<string>): Explained => ({
  file: `auth/src/${name}.ts`,
  why,
  faults
})

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
    "access/principal",
    "The formatter tells a path of every issue, an empty one too.",
    'issuesOf(error.issue) .issues.map(({ path = [], message }) => `${["principal", → issuesOf(error.issue) .issues.map(({ path = ["Stryker was here"], message }) => `${["principal",'
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
