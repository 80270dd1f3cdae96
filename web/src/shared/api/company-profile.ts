import { type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { queryOptions } from '@tanstack/react-query'
import { useOwner } from '../stores/session.ts'
import { isStatus } from './api-error.ts'
import { call } from './call.ts'

/** The owner's company; or null, and what an owner is told who is sent to create one. */
type Found = { profile: CompanyProfile } | { profile: null; told: string }

const NONE: Found = { profile: null, told: 'Please create a company profile first' }
const EMPTY: Found = { profile: null, told: 'Company profile not found' }

/** Only a 404, and an answer with nothing in it, mean that there is none. Any other failure tells nothing of that. */
async function findCompany(signal: AbortSignal): Promise<Found> {
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

export const companyQuery = queryOptions({ queryKey: ['company-profile'], queryFn: ({ signal }) => findCompany(signal) })
