import {
  type CampaignDetail,
  type CampaignStep,
  cancelCampaign,
  changeStep,
  pauseCampaign,
  resumeCampaign,
  sendNow,
  sendToMissed,
  skipDispatch,
} from '@app/contracts/http/campaigns.ts'
import { type Dispatch, type Recipient, resolveUnknown } from '@app/contracts/http/dispatches.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { cacheCampaign, reloadCampaigns } from '../api.ts'
import { toast } from '../toasts.ts'

interface CampaignResponse {
  message: string
  campaign: CampaignDetail
}

type Errors = ApiError['errors']

/** Receives the errors that must be fixed before the action is possible. At the start of each attempt, receives an empty list. */
export type OnRefuse = (errors: Errors) => void

function useAction<Input>(act: (input: Input) => Promise<CampaignResponse>, failure: string, onRefuse: OnRefuse) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onMutate: () => onRefuse([]),
    onSuccess({ message, campaign }) {
      toast.success(message)
      cacheCampaign(queryClient, campaign)
    },
    onError(error) {
      toast.failed(error, messageOf(error, failure))
      if (error instanceof ApiError) onRefuse(error.errors)
      // Reloads the campaigns, because a concurrent change may have caused the error.
      reloadCampaigns(queryClient)
    },
  })
}

const calls = { pause: pauseCampaign, resume: resumeCampaign, cancel: cancelCampaign }
export type CampaignVerb = keyof typeof calls

export const useCampaignAction = (onRefuse: OnRefuse) =>
  useAction(
    ({ id, verb }: { id: string; verb: CampaignVerb }) => call(calls[verb], { params: { id } }),
    'We couldn’t change the campaign. Try again in a moment.',
    onRefuse,
  )

const dispatchCalls = { 'send-now': sendNow, 'send-to-missed': sendToMissed, skip: skipDispatch }
export type DispatchVerb = keyof typeof dispatchCalls

export const useDispatchAction = (onRefuse: OnRefuse) =>
  useAction(
    ({ dispatch: { _id: id }, verb }: { dispatch: Dispatch; verb: DispatchVerb }) => call(dispatchCalls[verb], { params: { id } }),
    'We couldn’t change this email. Try again in a moment.',
    onRefuse,
  )

/** The changed fields of a step. `attachment` is a new image, or '' to remove the image. */
interface StepChange extends Partial<Pick<CampaignStep, 'subject' | 'body'>> {
  date?: string
  attachment?: File | string
}

/** Returns a function that saves changes of a step. It throws an `ApiError` if the request fails. */
export function useChangeStep(campaign: CampaignDetail, { _id: stepId, version }: CampaignStep) {
  const queryClient = useQueryClient()
  return async ({ attachment, ...words }: StepChange): Promise<void> => {
    const fields = { version: String(version), ...words, ...(attachment === '' && { attachment: '' as const }) }
    const files = attachment instanceof File ? { attachment } : {}
    try {
      const response = await call(changeStep, { params: { id: campaign._id, stepId }, form: { fields, files } })
      toast.success(response.message)
      cacheCampaign(queryClient, response.campaign)
    } catch (error) {
      reloadCampaigns(queryClient)
      throw error
    }
  }
}

export function useResolve(dispatch: Dispatch) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ person, as }: { person: Recipient; as: 'delivered' | 'send-again' }) =>
      call(resolveUnknown, { params: { id: dispatch._id, personId: person._id }, body: { as } }),
    onError: (error) => toast.failed(error, messageOf(error, 'We couldn’t save your choice. Try again in a moment.')),
    onSettled: () => reloadCampaigns(queryClient),
  })
}
