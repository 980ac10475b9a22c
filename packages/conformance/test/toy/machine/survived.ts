const unknown = "a draft is not kept, and a field that is not known is so in either form"
const since = "caught since"

/** What is known of those of the sample of machine-made wrong servers that were not caught, by their titles. */
export const survived: Readonly<Record<string, string>> = {
  "inputs: validate_page_view /draft/settings/filters/*/field: change what is sent: takes a byte order mark off":
    unknown,
  "inputs: validate_page_view /draft/settings/filters/*/field: change what is sent: leaves entities in it": unknown,
  "inputs: validate_page_view /draft/settings/groupBy: change what is sent: makes CRLF of LF": unknown,
  "inputs: validate_page_view /draft/source/code: change what is sent: takes an empty one for a space":
    "a draft is not kept, and code of a space is as empty as none",
  "errors: copy_page_view PAYLOAD_TOO_LARGE limitBytes: tell details of which one is another": since,
  "errors: delete_custom_field PAYLOAD_TOO_LARGE limitBytes: tell details of which one is one less": since,
  "access: update_page_view /id: take the ID of another kind": since,
  "access: validate_page_view MISSING_SCOPE: answer bad input with 404 before it": since,
  "access: restore_custom_field views:write: write without the scope, and tell that it was refused": since,
  "writes: get_custom_field /revision: count in a byte": since,
  "document: openapi.json /paths/~1api~1agent~1copy_page_view/post/parameters/1 is left out: tell in the document what is not so: one of parameters is left out":
    since,
  "document: openapi.json /paths/~1api~1agent~1delete_page_view/post/parameters/1 is left out: tell in the document what is not so: one of parameters is left out":
    since,
  "document: openapi.json /components/schemas/Dependency/properties/id/type is another: tell in the document what is not so: type is another":
    since,
  "document: openapi.json /components/schemas/ValidationIssue/properties/definition is left out: tell in the document what is not so: a member is left out":
    since,
  "document: openapi.json /components/schemas/ValidationIssue/properties/definition/properties/id is left out: tell in the document what is not so: a member is left out":
    since,
  "document: openapi.json /components/responses/PayloadTooLarge/content/application~1json/schema/properties/error/properties/hint/type is another: tell in the document what is not so: type is another":
    since,
  "document: openapi.json /components/responses/PayloadTooLarge/content/application~1json/schema/properties/error/properties/details/type is another: tell in the document what is not so: type is another":
    since,
  "document: openapi.json /components/schemas/ValidationIssue/properties/position/properties/line/minimum is one more: tell in the document what is not so: minimum is one more":
    "a line is counted from 1, far above what the document declares",
  "document: openapi.json /components/responses/ReferenceNotFound/content/application~1json/schema/properties/error/type is another: tell in the document what is not so: type is another":
    since,
  "inputs: validate_page_view /draft/references: change what is sent: writes aliases in small letters": since,
  "bodies: list_custom_fields body: take a number that it takes for zero":
    "it takes no zero, and refuses it as it refuses a number that it cannot keep",
  "results: get_page_view_dependencies /items/*/name: change what is answered: writes it in small letters": since,
  "access: copy_page_view /id: write to an ID in another organization, and tell that there is none": since,
  "document: openapi.json /paths/~1api~1agent~1create_page_view/post/requestBody/content/application~1json/schema/properties/name/minLength is one less: tell in the document what is not so: minLength is one less":
    "the pattern beside it refuses an empty text as well",
  "document: openapi.json /components/schemas/PageViewSettings/properties/sort/maxItems is one less: tell in the document what is not so: maxItems is one less":
    since
}
