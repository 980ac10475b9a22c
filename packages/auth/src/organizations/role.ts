/** The roles of members, from the one that may do most. */
export const roles = ["owner", "admin", "member"] as const
/**
 * Owners and admins manage projects, members and API keys, admins all but who is an owner; members work with what the
 * projects hold.
 */
export type Role = (typeof roles)[number]
