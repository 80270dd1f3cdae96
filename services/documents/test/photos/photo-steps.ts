import { createHash } from 'node:crypto'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { jpeg } from '@app/chassis/testing/pictures.ts'
import type { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import type { ArrivedPhoto, Photo, PhotoDelivery } from '@app/contracts/http/photos.ts'
import type { Owner, Person, Service } from '../setup.ts'

type Bytes = Buffer<ArrayBuffer>

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const beginRequest = (owner: Owner, body: object = {}) =>
  ({
    method: 'POST',
    url: '/photos',
    payload: { companyProfileId: owner.company._id, count: 3, ...body },
    headers: owner.headers,
  }) as const

/** Returns functions that send requests about photos to the service that `service` returns. */
export function photoSteps(service: () => Service) {
  const send = (caller: Person, method: 'GET' | 'POST' | 'DELETE', url: string) =>
    service().app.inject({ method, url, headers: caller.headers })

  const begin = async (owner: Owner, body: object = {}) => service().app.inject(beginRequest(owner, body))

  const upload = async (owner: Person, deliveryId: string, bytes: Bytes, sha256 = sha256Of(bytes)) => {
    const form = await multipart({}, { photo: new File([bytes], 'IMG_0001.jpg') })
    return service().app.inject({
      method: 'PUT',
      url: `/photos/${deliveryId}/${sha256}`,
      payload: form.payload,
      headers: { ...owner.headers, ...form.headers },
    })
  }

  const list = (caller: Person, companyId: string, query = '') => send(caller, 'GET', `/photos?companyProfileId=${companyId}${query}`)

  return {
    begin,
    upload,
    list,
    async begun(owner: Owner, body: object = {}): Promise<PhotoDelivery> {
      const response = await begin(owner, body)
      if (response.statusCode !== 201) throw new Error(response.body)
      return response.json()
    },
    async sent(owner: Owner, { _id }: Pick<PhotoDelivery, '_id'>, bytes: Bytes = jpeg()): Promise<ArrivedPhoto> {
      const response = await upload(owner, _id, bytes)
      if (response.statusCode > 201) throw new Error(response.body)
      return response.json()
    },
    read: (caller: Person, deliveryId: string) => send(caller, 'GET', `/photos/${deliveryId}`),
    done: (caller: Person, deliveryId: string) => send(caller, 'POST', `/photos/${deliveryId}/done`),
    remove: (caller: Person, photoId: string) => send(caller, 'DELETE', `/photos/picture/${photoId}`),
    fileOf: (caller: Person, photoId: string, companyId: string) =>
      send(caller, 'GET', `/internal/photos/${photoId}?companyProfileId=${companyId}`),
    async listed(caller: Person, companyId: string, query = ''): Promise<Photo[]> {
      return (await list(caller, companyId, query)).json()
    },
    async events<E extends typeof PhotosReceived | typeof PhotoRemoved>(event: E, owner: Owner) {
      return (await outboxOf(service().db as never, event)).filter(({ subject }) => subject === owner.company._id)
    },
  }
}
