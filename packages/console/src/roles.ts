import type { Role } from "@agent-operations/auth"
import type { Option } from "./html/field.ts"

/** Roles as people read them. */
export const roleNames: Readonly<Record<Role, string>> = { owner: "Owner", admin: "Admin", member: "Member" }

const roleWords: Readonly<Record<Role, string>> = {
  owner: "Everything, and decides who else is an owner; reads the audit log",
  admin: "Manages projects, members and API keys",
  member: "Works with what the projects hold"
}

const rolesBelow: Readonly<Record<Role, ReadonlyArray<Role>>> = {
  owner: ["member", "admin", "owner"],
  admin: ["member", "admin"],
  member: []
}

/** The roles that somebody may give, as options. */
export const roleOptions = (giver: Role): ReadonlyArray<Option> =>
  rolesBelow[giver].map((role) => ({ value: role, label: roleNames[role], hint: roleWords[role] }))

/** The role that a form asks for, if the giver may give it. */
export const readRole = (giver: Role, value: string): Role | undefined =>
  rolesBelow[giver].find((role) => role === value)

/** Whether a role manages projects, members and API keys. */
export const manages = ({ role }: { readonly role?: Role }) => role === "owner" || role === "admin"
