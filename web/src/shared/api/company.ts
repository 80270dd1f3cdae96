import { getCompanyProfile, type OwnProfile } from '@app/contracts/http/company.ts'
import { useOwner } from '../stores/session.ts'
import { isStatus } from './api-error.ts'
import { call } from './call.ts'

/** The owner's company. If there is none, `message` is the message for the page on which the owner creates a company. */
export type CompanyLookup = { profile: OwnProfile } | { profile: null; message: string }

const NONE: CompanyLookup = { profile: null, message: 'Please create a company profile first' }
const EMPTY: CompanyLookup = { profile: null, message: 'Company profile not found' }

/** Requests the owner's company. 404 or an empty response means that there is no company. All other errors are thrown. */
async function findCompany(signal: AbortSignal): Promise<CompanyLookup> {
  try {
    const profile = await call(getCompanyProfile, { signal })
    if (!profile?._id) return EMPTY
    useOwner.getState().setCompanyProfileId(profile._id)
    return { profile }
  } catch (error) {
    if (isStatus(error, 404)) return NONE
    throw error
  }
}

export const companyQuery = {
  queryKey: ['company-profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => findCompany(signal),
} as const
