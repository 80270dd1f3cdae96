import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, nullableInteger, nullableText, oneOf, TaskParams } from '../primitives.ts'
import { contentKinds } from '../rules/previews.ts'
import { platforms } from '../rules/task-status.ts'

const KitText = Type.Object({
  part: oneOf(['title', 'text']),
  text: Type.String({ description: 'the approved text. For Instagram, where links are only text, without "https://"' }),
  length: Type.Integer({ description: 'as the network counts it: X counts each link as 23 characters, YouTube counts bytes' }),
  max: nullableInteger,
})

const PlatformKit = Type.Object({
  platform: oneOf(platforms),
  texts: Type.Array(KitText, { maxItems: 2 }),
  hashtags: Type.Object({ count: Type.Integer(), max: nullableInteger }),
  warnings: Type.Array(Type.String(), { description: 'what the network would refuse, cut off or show in another way' }),
  composerUrl: nullableText('page of the network on which people write a post; null if there is none'),
  containsText: Type.Boolean({ description: 'the page already contains the text' }),
})

const KitFile = Type.Object({
  name: Type.String({ description: 'for example 01-winter-bread.jpg' }),
  kind: oneOf(contentKinds),
  mediaType: Type.String(),
  bytes: Type.Integer(),
  url: Type.String({ description: 'public URL' }),
  alternativeText: Type.String({ description: 'for people who do not see the file; may be empty' }),
  downloadUrl: Type.String({ description: 'signed URL that saves the file under its name; valid for an hour' }),
})

/** What an admin needs to post an approved preview by hand. */
export const PostingKit = Type.Object({
  taskId: Type.Integer(),
  companyProfileId: Id,
  title: Type.String(),
  previewNo: Type.Integer(),
  platforms: Type.Array(PlatformKit, { maxItems: platforms.length }),
  files: Type.Array(KitFile, { description: 'in the order of the preview' }),
})
export type PostingKit = Type.Static<typeof PostingKit>

export const getPostingKit = defineRoute({
  id: 'getPostingKit',
  method: 'GET',
  url: '/admin/posting-kit/:id',
  access: 'admin',
  summary:
    'Returns the approved version of a task for posting it by hand: for each platform of the task, the texts with their lengths and ' +
    'limits, warnings, and the page of the network; and the files in their order. 409 with the current task without an approved version',
  schema: { params: TaskParams, response: { 200: PostingKit } },
})

export const downloadPostingFiles = defineRoute({
  id: 'downloadPostingFiles',
  method: 'GET',
  url: '/admin/posting-kit/:id/files.zip',
  access: 'admin',
  answers: 'application/zip',
  summary: 'Streams the files of the approved version of a task as a ZIP file. 409 with the current task without an approved version',
  schema: { params: TaskParams, response: { 200: Type.String() } },
})
