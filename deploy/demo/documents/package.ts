import { zip } from '@app/chassis/testing/documents.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export interface Part {
  /** End of the content type, after `application/vnd.openxmlformats-officedocument.`. */
  type: string
  xml: string
  /** Relationships of the part, with the ids `rId1`, `rId2` and so on. `target` is a path relative to the folder of the part. */
  refersTo?: readonly (readonly [kind: string, target: string])[]
}

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const relationships = (list: NonNullable<Part['refersTo']>): string => {
  const entries = list.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`
}

const relationsPath = (path: string): string => path.replace(/([^/]+)$/, '_rels/$1.rels')

/** Creates an Office file from its parts by path. The first part is the main document. */
export function packageOf(parts: Readonly<Record<string, Part>>): Buffer<ArrayBuffer> {
  const overrides = Object.entries(parts).map(
    ([path, { type }]) => `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`
  const files: Record<string, string> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">${rels}${overrides.join('')}</Types>`,
    '_rels/.rels': relationships([['officeDocument', Object.keys(parts)[0] ?? '']]),
  }
  for (const [path, { xml, refersTo }] of Object.entries(parts)) {
    files[path] = DECLARATION + xml
    if (refersTo) files[relationsPath(path)] = relationships(refersTo)
  }
  return zip(files)
}
