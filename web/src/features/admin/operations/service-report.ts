import type { ServiceName } from '@app/contracts/define.ts'
import type { getServiceState } from '@app/contracts/http/operations.ts'
import type { Reply } from '../../../shared/api/route-types.ts'

export type ServiceState = Reply<typeof getServiceState>

/** The last known state of a service. */
export interface ServiceReport {
  service: ServiceName
  /** The last response, which may be old. Undefined before the first response. */
  state: ServiceState | undefined
  /** When the last response arrived, in milliseconds since 1970. 0 without a response. */
  answeredAt: number
  /** `silent`: the last request failed, or the last response is old. `away`: in addition, the gateway did not respond either. */
  status: 'waiting' | 'answering' | 'silent' | 'away'
}

/** The state of a service that responds. Undefined for other services, because their last state may no longer be true. */
export const currentState = ({ status, state }: ServiceReport): ServiceState | undefined => (status === 'answering' ? state : undefined)

export const partsDown = ({ parts }: ServiceState) => parts.filter(({ isUp }) => !isUp)
