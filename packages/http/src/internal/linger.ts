/** How long whoever is still sending is listened to after their answer, so that they come to read it, in milliseconds. */
export const lingerMillis = 5000

/** How much more of a web stream that is too long is read away meanwhile, in bytes. */
export const lingerBytes = 64 * 1024 * 1024

/** How much of a body that nobody reads is read away to keep the connection, in bytes. A longer one ends it. */
export const drainedBytes = 64 * 1024
