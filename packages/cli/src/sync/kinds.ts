import {
  type CodeMember,
  codeMembers,
  type Family,
  kebabCase,
  type Kind,
  type Operation
} from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import type * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"

/** What is wrong with a definition in a folder, and where in it. */
export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** A text of a definition that has a file of its own: what the file's name ends in, and where the text belongs. */
export interface CodeFile {
  readonly path: ReadonlyArray<string>
  /** `.tsx`; where several texts of a kind have one extension, `.code.tsx`. */
  readonly suffix: string
}

/** A kind whose definitions a folder can hold. */
export interface FolderKind {
  readonly name: string
  readonly kind: Kind.Any
  /** `page-views` */
  readonly folder: string
  readonly code: ReadonlyArray<CodeFile>
  /** The IDs of its operations; those that a family may lack are undefined then. */
  readonly operations: {
    readonly list: string
    readonly get: string
    readonly create: string
    readonly update: string
    readonly delete: string | undefined
    /** That which validates a draft. */
    readonly validate: string | undefined
  }
  /** What a definition says, as the server would take it, with its defaults; or what is wrong with it. */
  readonly decode: (content: unknown) => Result.Result<unknown, ReadonlyArray<Issue>>
}

const codeFiles = (members: ReadonlyArray<CodeMember>): ReadonlyArray<CodeFile> =>
  members.map(({ path, extension }) => {
    const isAlone = members.filter((member) => member.extension === extension).length === 1
    return { path, suffix: isAlone ? `.${extension}` : `.${path.slice(1).join("-")}.${extension}` }
  })

const takesDraft = ({ input }: Operation.Any): boolean => {
  const ast = SchemaAST.toEncoded(input.ast)
  return SchemaAST.isObjects(ast) && ast.propertySignatures.some(({ name }) => name === "draft")
}

const folderKind = (kind: Kind.Any, operations: ReadonlyArray<Operation.Any>): ReadonlyArray<FolderKind> => {
  const find = (id: string) => operations.find((operation) => operation.id === id && operation.surfaces.includes("cli"))
  const list = find(`list_${kind.plural}`)
  const get = find(`get_${kind.name}`)
  const create = find(`${kind.createVerb}_${kind.name}`)
  const update = find(`update_${kind.name}`)
  if (!list || !get || !create || !update) return []
  const validate = find(`validate_${kind.name}`)
  return [
    {
      name: kind.name,
      kind,
      folder: kebabCase(kind.plural),
      code: codeFiles(codeMembers(kind)),
      operations: {
        list: list.id,
        get: get.id,
        create: create.id,
        update: update.id,
        delete: find(`delete_${kind.name}`)?.id,
        validate: validate && takesDraft(validate) ? validate.id : undefined
      },
      decode: makeDecoder(create.input)
    }
  ]
}

/** The kinds of some families whose definitions can be listed, read, created and updated. Law: C1. */
export const folderKinds = (families: ReadonlyArray<Family.Any>): ReadonlyArray<FolderKind> =>
  families.flatMap(({ kinds, operations }) => kinds.flatMap((kind) => folderKind(kind, Object.values(operations))))
