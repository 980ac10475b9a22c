/** The sentences of the laws, as far as a client can see them. */
export const ofLaws = {
  "R1.first": "A create makes revision 1.",
  "R1.no-gap": "The revisions of a definition are 1, 2, 3, … without a gap, and each can be read.",
  "R2.next": "An accepted update with expectedRevision n makes exactly one revision, n + 1.",
  "R2.kept":
    "Every earlier revision reads the same for ever: by get, in the history, after every other write, of any kind.",
  "R2.absent": "What an update leaves out is kept; a description that is null is removed.",
  "R3.stale": "A stale or future expectedRevision of an update, a restore or a delete is CONFLICT with both revisions.",
  "R3.nothing": "A CONFLICT changes nothing, of this definition and of others.",
  "R4.one": "Of any number of updates, deletes and restores racing on one expectedRevision, exactly one wins.",
  "R4.order": "Some order explains what concurrent clients saw of one definition.",
  "R4.recent":
    "No answer shows parts of two revisions, or is older than a write that was acknowledged before it was asked for: of get, with a revision or without, lists, totals, histories and dependencies, whoever asks.",
  "R4.many":
    "Some order explains what concurrent clients saw of many definitions: their names, references, lists with totals, and copies.",
  "R5.content":
    "A restore makes a new revision with the content of the old one, its name, source, settings, description and references included.",
  "R5.origin": "The origin of a restored revision says which revision it is of.",
  "R5.alone": "A restore modifies no other definition.",
  "R5.references":
    "A restore of what refers to what no longer exists is REFERENCE_NOT_FOUND with every such alias, and changes nothing.",
  "R5.unguarded": "A restore without expectedRevision goes over whichever revision is current.",
  "R6.content":
    "A copy is a new definition at revision 1 with the content of the revision that is asked for, by default the current one, and the new name.",
  "R6.origin": "The origin of a copy says of which definition and revision it is.",
  "R6.source": "What is copied is unchanged.",
  "R6.names":
    "Of racing creates, copies and renames to one name, whatever its case or composition, one wins, and the rest are NAME_TAKEN with the name.",
  "R7.held":
    "A delete of what a current revision refers to is STILL_REFERENCED, naming up to 20 of those that do, with hasMore.",
  "R7.pinned": "A pinned reference holds the whole definition, whatever its revision.",
  "R7.detached": "What only earlier revisions refer to can be deleted.",
  "R7.attach":
    "A reference to what there is not, be it a definition or the revision that it is pinned to, is REFERENCE_NOT_FOUND with its alias; at a create and an update.",
  "R7.invalid": "A reference to itself, or to a kind that may not be used there, is INVALID_REFERENCE.",
  "R7.race": "A delete racing those that attach never leaves a reference to nothing.",
  "R8.gone": "After a delete every operation on that ID but recover is NOT_FOUND.",
  "R8.name": "The name of what is deleted is free.",
  "R8.id": "An ID is never given again.",
  "R11.content":
    "A recover makes the next revision, with the content of the last one, and its ID, its history and its place in lists are as they were.",
  "R11.origin": "The origin of a recovered revision says who deleted the definition and when.",
  "R11.name": "A recover is NAME_TAKEN where another has the name by now, and takes another name in its place.",
  "R11.references":
    "A recover of what refers to what no longer exists is REFERENCE_NOT_FOUND with every such alias, and changes nothing.",
  "R11.race": "Of racing recovers exactly one wins, and the rest are NOT_FOUND.",
  "R12.listed":
    "What was deleted is listed at its last revision, with who deleted it, when, and until when it can be recovered, the last deleted first, until it is recovered.",
  "R12.walk": "A walk of what was deleted yields each once; its pages and its cursors are as those of lists.",
  "R12.gone": "A recover of what was not deleted is NOT_FOUND, and changes nothing.",
  "P1.walk":
    "A walk yields every item that existed throughout exactly once, newest first, whatever is written meanwhile.",
  "P1.filtered": "So does a walk with a search.",
  "P2.limit": "A page never exceeds its limit, and is not empty while any remain.",
  "P2.end": "Only a null continuation means the end.",
  "P2.range": "A limit outside its range, or that is no integer, is refused, never clamped.",
  "P3.filters": "A cursor with another search, sort or filter, or without one, is refused.",
  "P3.operation": "A cursor of another operation is refused.",
  "P3.project": "A cursor of another project is refused, also of another organization's.",
  "P3.byte": "A cursor with any byte changed, added or taken away is refused.",
  "P3.limit": "limit and includeTotal may change on the way.",
  "P4.asked": "A total is there when asked for, and only then, on every page.",
  "P4.counts": "A total counts what the search and the filters match.",
  "P5.bytes": "An encoded page of a list stays under 8 MiB.",
  "P5.history": "So does a page of a history.",
  "P6.newest": "A history is newest first, and its walk yields each revision once.",
  "P6.before": "before: n yields revisions below n, whether revision n exists or not.",
  "P7.more": "hasMore of dependencies is true exactly when there are more than were returned.",
  "P9.order":
    "Lists are sorted by creation, by update or by name, upwards or downwards, names by the code points of how they are compared.",
  "P9.walk": "A walk in any order yields what is neither updated nor renamed meanwhile exactly once.",
  "E1.envelope":
    "Every answer is {data} with 200, or {error: {code, message, hint, details?}} with a status of the list, as JSON.",
  "E1.path": "A path or an operation that there is not is NOT_FOUND in the envelope.",
  "E1.method": "Any other method than POST is NOT_FOUND in the envelope.",
  "E1.retry": "RATE_LIMITED and UNAVAILABLE say in Retry-After when to come back.",
  "E2.status": "A code has one status everywhere.",
  "E2.declared": "An operation answers with its declared codes and the common ones alone.",
  "E3.body": "A body that is no JSON object in UTF-8, or too large, is 400 or 413.",
  "E3.input":
    "Input of another type, or beyond a bound, is VALIDATION_ERROR with the place of what is wrong, in every place of every operation, and never an error of the server.",
  "E3.unknown": "A member that there is not, or that is there twice, is refused, at every level but in open JSON.",
  "E3.headers": "A header or parameter that is wrong is 400.",
  "E3.nothing": "What is refused changes nothing.",
  "E4.text":
    "Text comes back as it was sent: white space, line ends, every plane of Unicode, in every member that takes text.",
  "E4.json":
    "Open JSON comes back as it was sent, in every place that takes it: numbers, strings, member names, depth and order of members; at a create and an update.",
  "E4.words":
    "Each word of a list, as a target or an operator, comes back as that word, and a list of several in its order.",
  "E4.size": "What is as large as may be, 1 MiB of a body, comes back whole.",
  "E4.refused":
    "An integer beyond 2^53 - 1, a number beyond a double, a NUL, half of a surrogate pair, -0 and a name given twice are refused in every place, which is named.",
  "E4.default": "What has a default may be left out, and comes back with the default.",
  "A1.first":
    "Without a valid credential every operation is 401 with WWW-Authenticate: Bearer, before anything else is looked at.",
  "A1.nearly":
    "A credential that is nearly right is none: another scheme, a letter changed, added, cut off or in another case, two of them, one in the query or a cookie.",
  "A1.nothing": "What is refused for its credential changes nothing.",
  "A2.scopes":
    "A credential without a scope that an operation requires is MISSING_SCOPE with the required and the granted.",
  "A2.nothing": "What a credential may not do changes nothing, and what it may do it can.",
  "A3.project": "A project of others is denied exactly as one that does not exist.",
  "A3.definition":
    "A definition of others, or of another project of one's own, is answered as one that does not exist, by every operation that takes an ID.",
  "A3.reference": "So is a reference to it, and what refers to it is nowhere told.",
  "A3.deleted": "What was deleted in another project or organization is not listed and cannot be recovered.",
  "A3.lists": "Lists, totals, histories and dependencies show nothing of another project or organization.",
  "A3.names": "A name that is taken in another project or organization is free.",
  "A3.writes": "Nothing in another project or organization is changed.",
  "A4.echo": "No answer has the credential that asked for it.",
  "A5.revoked": "A credential that is revoked fails on the next request, whatever it asks for.",
  "C2.document":
    "GET /openapi.json is OpenAPI 3.1.1, of the API's version, and has every operation, under an operationId of its own, at the address that answers.",
  "C2.inputs":
    "What a document declares of an input is what the server takes: required members, types, bounds, patterns, choices, branches and unknown members, at every level.",
  "C2.defaults": "A default that a document declares is what the server takes where nothing is sent.",
  "C2.results": "What a document declares of results and errors is what the server answers, with no member more.",
  "C2.statuses":
    "A document declares each status of the specification for each operation and none beyond, and enumerates the codes that the operation answers and no others.",
  "C2.scopes": "A document declares the scopes that an operation requires, those that MISSING_SCOPE tells.",
  "C2.headers":
    "A document declares the project's header with its bounds, and WWW-Authenticate and Retry-After where they are answered.",
  "C2.examples": "Every example is answered with its result, or with an error that the operation declares.",
  "C2.contract": "Every answer conforms to the contract, with no member more."
} as const
