import { draftOf } from '../../shared/form/drafts.ts'

/** Where the browser stores the delivery whose photos have not all arrived. Undefined without a user. */
export const storedDelivery = () => draftOf('owner', 'photos in transit')

export const hasUnsentPhotos = (): boolean => storedDelivery()?.read() !== undefined
