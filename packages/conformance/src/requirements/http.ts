/** What stands around an operation: credentials, headers, the order of checks, and each error with its details. */
export const ofHttp = {
  "key.form": "An API key is aok_, 26 characters, an underscore, 43 of secret and 6 of a checksum.",
  "header.request-id": "Every answer has an x-request-id: the caller's where it is well-formed, else a new one.",
  "header.project":
    "The project is named by x-project-id or ?projectId=; together they must agree, and each is given once.",
  "header.content-type": "A body is application/json, in UTF-8, and not encoded.",
  "order.path": "Path and method come before the credential.",
  "order.credential": "The credential comes before the project's name, the project's name before access to it.",
  "order.access": "Access to the project comes before scopes, and scopes before the body.",
  "order.body": "The body's size comes before its input, and the input before what it means.",
  "order.conflict":
    "NOT_FOUND comes before CONFLICT and NAME_TAKEN, and they before REFERENCE_NOT_FOUND and INVALID_REFERENCE.",
  "error.words": "Every error has a message and a hint, which are not empty and show nothing of the inside.",
  "error.members": "An error has code, message, hint and details, the details that its code has, and no member more.",
  "error.VALIDATION_ERROR":
    "VALIDATION_ERROR is 400, with issues of path and message, each path a JSON Pointer to what is wrong.",
  "error.UNAUTHENTICATED": "UNAUTHENTICATED is 401.",
  "error.MISSING_SCOPE": "MISSING_SCOPE is 403, with required and granted.",
  "error.PROJECT_ACCESS_DENIED": "PROJECT_ACCESS_DENIED is 403.",
  "error.NOT_FOUND": "NOT_FOUND is 404.",
  "error.CONFLICT": "CONFLICT is 409, with expectedRevision and currentRevision.",
  "error.NAME_TAKEN": "NAME_TAKEN is 409, with the name as it was sent, trimmed.",
  "error.STILL_REFERENCED": "STILL_REFERENCED is 409, with referencedBy, as dependencies, and hasMore.",
  "error.PAYLOAD_TOO_LARGE": "PAYLOAD_TOO_LARGE is 413, with limitBytes: 1 MiB of a body, and exactly that is taken.",
  "error.REFERENCE_NOT_FOUND": "REFERENCE_NOT_FOUND is 422, with every alias.",
  "error.INVALID_REFERENCE": "INVALID_REFERENCE is 422."
} as const
