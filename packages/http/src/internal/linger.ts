/** How long whoever is still sending is listened to after their answer, so that they come to read it, in milliseconds. */
export const lingerMillis = 5000
