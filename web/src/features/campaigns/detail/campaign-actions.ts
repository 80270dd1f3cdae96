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

interface Answer {
  message: string
  campaign: CampaignDetail
}

type Errors = ApiError['errors']

/** Receives what has to be fixed before an action is possible; nothing when the action is tried anew. */
export type OnRefuse = (errors: Errors) => void

/** Changes a campaign and keeps the server's answer. */
function useAction<Input>(act: (input: Input) => Promise<Answer>, failure: string, onRefuse: OnRefuse) {
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
      // It may have moved on.
      reloadCampaigns(queryClient)
    },
  })
}

const calls = { pause: pauseCampaign, resume: resumeCampaign, cancel: cancelCampaign }
export type CampaignVerb = keyof typeof calls

export const useCampaignAction = (onRefuse: OnRefuse) =>
  useAction(
    ({ id, verb }: { id: string; verb: CampaignVerb }) => call(calls[verb], { params: { id } }),
    'That could not be done. Try again in a moment.',
    onRefuse,
  )

const dispatchCalls = { 'send-now': sendNow, 'send-to-missed': sendToMissed, skip: skipDispatch }
export type DispatchVerb = keyof typeof dispatchCalls

export const useDispatchAction = (onRefuse: OnRefuse) =>
  useAction(
    ({ dispatch: { _id: id }, verb }: { dispatch: Dispatch; verb: DispatchVerb }) => call(dispatchCalls[verb], { params: { id } }),
    'That could not be done. Try again in a moment.',
    onRefuse,
  )

/** What differs; an image may be another one, or none (''). */
interface StepChange extends Partial<Pick<CampaignStep, 'subject' | 'body'>> {
  date?: string
  attachment?: File | string
}

/** For a form, which says by itself how it failed. */
export function useChangeStep(campaign: CampaignDetail, { _id: stepId, version }: CampaignStep) {
  const queryClient = useQueryClient()
  return async ({ attachment, ...words }: StepChange): Promise<void> => {
    const fields = { version: String(version), ...words, ...(attachment === '' && { attachment: '' as const }) }
    const files = attachment instanceof File ? { attachment } : {}
    try {
      const answer = await call(changeStep, { params: { id: campaign._id, stepId }, form: { fields, files } })
      toast.success(answer.message)
      cacheCampaign(queryClient, answer.campaign)
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
    onError: (error) => toast.failed(error, messageOf(error, 'That could not be done. Try again in a moment.')),
    onSettled: () => reloadCampaigns(queryClient),
  })
}
