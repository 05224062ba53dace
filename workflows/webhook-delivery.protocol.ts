export interface WebhookDeliveryInput {
  deliveryId: string;
}

/** One attempt that is asked for. */
export interface WebhookAttempt {
  deliveryId: string;
  last: boolean;
}

export interface WebhookResult {
  outcome: 'delivered' | 'failed' | 'retry';
  status: number | null;
}
