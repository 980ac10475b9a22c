/** What a server of prompts is held to, by the laws of SPEC.md. */
export const ofPrompts = {
  "M1.exists": "A label points at a revision that exists, of a prompt that is there.",
  "M1.expected": "A move that expects another revision than the label points at is CONFLICT, and changes nothing.",
  "M1.race": "Of racing moves with one expectedRevision one wins, and the others are CONFLICT.",
  "M1.read": "A read after an acknowledged move sees it: by ID, by name, rendered, and in the list of labels.",
  "M1.counter": "labelRevision counts the moves of a label, and goes on where it was taken away.",
  "M3.values": "Values are put in as they are, neither escaped nor looked at for variables of their own.",
  "M3.missing": "A required variable without a value is MISSING_VARIABLE with its name, and never empty text.",
  "M3.same": "The same revision with the same variables renders the same, whatever came after it."
} as const
