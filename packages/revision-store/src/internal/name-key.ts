import { containing } from "@agent-operations/database"

/**
 * What two names are compared by: equal for names that differ only in case or in how accents are composed. Computed
 * here, since `lower()` depends on each database's locale. Law: R6.
 */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase().normalize("NFC")

/** The `like` pattern that finds a part of a name. */
export const searchPattern = (part: string): string => containing(nameKey(part))
