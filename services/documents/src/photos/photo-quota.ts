import { AppError } from '@app/chassis/http/errors.ts'
import { type Quota, quotaRefusal } from '@app/contracts/rules/quotas.ts'

/**
 * Throws 422 if a photo of `size` bytes would exceed the company's quota of pictures. `storedBytes` is the size of all its photos, which must
 * be locked. `field` is the field of the request to which the error belongs.
 */
export function requirePhotoQuota(quota: Quota, storedBytes: number, size: number, field: string): void {
  const usage = { ...quota.usage, fileBytes: quota.usage.fileBytes + storedBytes }
  const refusal = quotaRefusal({ ...quota, usage }, { fileBytes: size })
  if (refusal) throw new AppError('quota', 'refused', refusal.message, { errors: [{ field, message: refusal.message }] })
}
