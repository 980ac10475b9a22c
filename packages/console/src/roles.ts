import type { Role } from "@agent-operations/auth"
import type { Option } from "./html/field.ts"

/** Roles as people read them. */
export const roleNames: Readonly<Record<Role, string>> = { owner: "Owner", admin: "Admin", member: "Member" }

const roleWords: Readonly<Record<Role, string>> = {
  owner: "Does all that an admin does, decides who is an owner, and reads the audit log",
  admin:
    "Creates and renames projects; creates and revokes API keys; invites, changes and removes members, but no owners; disconnects applications",
  member: "Works with everything that the projects hold; sees who else is a member"
}

const rolesBelow: Readonly<Record<Role, ReadonlyArray<Role>>> = {
  owner: ["member", "admin", "owner"],
  admin: ["member", "admin"],
  member: []
}

/** Every role with what it may do, from the one that may do least. */
export const everyRole: ReadonlyArray<readonly [name: string, words: string]> = rolesBelow.owner.map((role) => [
  roleNames[role],
  roleWords[role]
])

/** The roles that somebody may give, as options. */
export const roleOptions = (giver: Role): ReadonlyArray<Option> =>
  rolesBelow[giver].map((role) => ({ value: role, label: roleNames[role], hint: roleWords[role] }))

/** The role that a form asks for, if the giver may give it. */
export const readRole = (giver: Role, value: string): Role | undefined =>
  rolesBelow[giver].find((role) => role === value)

/** Whether a role manages projects, members and API keys. */
export const manages = ({ role }: { readonly role?: Role }) => role === "owner" || role === "admin"
