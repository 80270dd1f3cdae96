import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { getCompanyProfile, getUploadUrl, setGsapi as setGsapiRoute, updateCompanyProfile } from '@app/contracts/http/company.ts'
import type { CompanyDeps } from '../deps.ts'
import { pendingErasure } from '../erasure/erasure.repository.ts'
import { COMPANY_FILES } from '../files/places.ts'
import { signUpload } from '../files/sign-upload.ts'
import { accountManagerOf } from '../managers/admins.repository.ts'
import { companyOfOwner } from './companies.repository.ts'
import { profileNotFound, toProfile } from './profile.ts'
import { saveProfile } from './save-profile.ts'
import { setGsapi } from './set-gsapi.ts'

export function registerProfileRoutes(app: App, deps: CompanyDeps): void {
  const { db, store } = deps

  app.route({
    ...getCompanyProfile,
    handler: async (request) => {
      const { id: ownerId } = callerOf(request)
      const company = await companyOfOwner(db, ownerId)
      if (!company) throw profileNotFound()
      const [accountManager, erasure] = await Promise.all([accountManagerOf(db, company.id), pendingErasure(db, ownerId, deps.now())])
      return { ...toProfile(company, store.publicUrl), accountManager, ...erasure }
    },
  })

  app.route({
    ...updateCompanyProfile,
    handler: async (request) =>
      withForm(request, updateCompanyProfile, { store, prefix: COMPANY_FILES }, (form) =>
        saveProfile(deps, { ownerId: callerOf(request).id, host: request.host, form, idempotency: idempotentRequestOf(request) }),
      ),
  })

  app.route({
    ...getUploadUrl,
    handler: async (request) => ({ url: await signUpload(deps, callerOf(request).id, request.query) }),
  })

  app.route({
    ...setGsapiRoute,
    handler: (request) => setGsapi(deps, request.params.id, request.body.gsapi, idempotentRequestOf(request)),
  })
}
