import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, Instant, Message, oneOf, pageQuery } from '../primitives.ts'
import { certainties, FINDINGS_MAX, findingKinds, proofreadingStates, videoFrames } from '../rules/proofreading.ts'

/** Parts of the width and height of the picture, from 0 to 1. */
const FindingBox = Type.Object({ left: Type.Number(), top: Type.Number(), width: Type.Number(), height: Type.Number() })

/** Where a finding is: characters `from` to `to` (exclusive) of a text, or boxes in a file. */
const FindingPlace = Type.Object({
  in: oneOf(['caption', 'subject', 'body', 'file']),
  from: Type.Optional(Type.Integer({ description: 'of a text' })),
  to: Type.Optional(Type.Integer({ description: 'of a text' })),
  position: Type.Optional(Type.Integer({ description: 'of the file in the preview, from 1' })),
  page: Type.Optional(Type.Integer({ description: 'of a PDF file, from 1' })),
  frame: Type.Optional(oneOf(videoFrames)),
  boxes: Type.Optional(Type.Array(FindingBox, { description: 'of a file; empty if the finding is about the whole picture' })),
})
export type FindingPlace = Type.Static<typeof FindingPlace>

/** Something that may be wrong in a preview or in a step of a campaign. */
export const Finding = Type.Object({
  kind: oneOf(findingKinds),
  certainty: oneOf(certainties),
  words: Type.String({ description: 'as they are in the preview, or in the brief if the preview lacks them; empty if there are none' }),
  place: FindingPlace,
  comparedWith: Type.String(),
  message: Type.String({ description: 'a sentence for people' }),
})
export type Finding = Type.Static<typeof Finding>

/** A finding with its id. */
export const PreviewFinding = Type.Object({
  _id: Id,
  ...Finding.properties,
  isAccepted: Type.Boolean({ description: 'an admin marked it as right' }),
})
export type PreviewFinding = Type.Static<typeof PreviewFinding>

export const Proofreading = Type.Object({
  state: oneOf(proofreadingStates),
  uncheckedFiles: Type.Array(Type.Integer(), { description: 'positions of the files that could not be checked' }),
  findings: Type.Array(PreviewFinding, { maxItems: FINDINGS_MAX, description: 'those that are sure first' }),
})
export type Proofreading = Type.Static<typeof Proofreading>

export const getProofreading = defineRoute({
  id: 'getProofreading',
  method: 'GET',
  url: '/admin/previews/:previewId/proofreading',
  access: 'admin',
  summary: 'Returns what may be wrong in a preview. Each preview is checked after its files are stored, so the state is `waiting` at first',
  schema: { params: Type.Object({ previewId: Id }), response: { 200: Proofreading } },
})

const FindingParams = Type.Object({ previewId: Id, findingId: Id })

export const acceptFinding = defineRoute({
  id: 'acceptFinding',
  method: 'POST',
  url: '/admin/previews/:previewId/findings/:findingId/accept',
  access: 'admin',
  idempotent: true,
  summary:
    'Marks a finding as right. Its words are remembered for the company, so that later previews have no such finding. A finding without ' +
    'words is only marked',
  schema: { params: FindingParams, response: { 200: Proofreading } },
})

export const undoAcceptFinding = defineRoute({
  id: 'undoAcceptFinding',
  method: 'DELETE',
  url: '/admin/previews/:previewId/findings/:findingId/accept',
  access: 'admin',
  idempotent: true,
  summary: 'Takes the mark of a finding back. The company no longer remembers its words as right',
  schema: { params: FindingParams, response: { 200: Proofreading } },
})

/** What the company remembers as right. */
export const AcceptedFinding = Type.Object({
  _id: Id,
  kind: oneOf(findingKinds),
  words: Type.String(),
  acceptedBy: Type.String({ description: 'id of an admin' }),
  acceptedAt: Instant,
})
export type AcceptedFinding = Type.Static<typeof AcceptedFinding>

export const ACCEPTED_PAGE_MAX = 100

export const listAcceptedFindings = defineRoute({
  id: 'listAcceptedFindings',
  method: 'GET',
  url: '/admin/companies/:companyProfileId/accepted-findings',
  access: 'admin',
  summary: 'Lists the words that admins marked as right for a company, newest first',
  schema: { params: CompanyParams, querystring: pageQuery(ACCEPTED_PAGE_MAX), response: { 200: Type.Array(AcceptedFinding) } },
})

export const removeAcceptedFinding = defineRoute({
  id: 'removeAcceptedFinding',
  method: 'DELETE',
  url: '/admin/companies/:companyProfileId/accepted-findings/:acceptedId',
  access: 'admin',
  idempotent: true,
  summary: 'Removes words from those that a company remembers as right. Previews that are checked later can have the finding again',
  schema: { params: Type.Object({ ...CompanyParams.properties, acceptedId: Id }), response: { 200: Message } },
})
