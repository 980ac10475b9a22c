/** What a server of apps is held to, by the laws of SPEC.md. */
export const ofApps = {
  "G2.untold":
    "A secret of an app is in no answer, whether it was set or refused: its last 4 characters alone are told.",
  "G2.own": "An app has the secrets that were set and not taken away; a copy of it has none."
} as const
