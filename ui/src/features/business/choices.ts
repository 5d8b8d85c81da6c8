/** Choices that pages of the business share; they change seldom. */
import { assetOptions, partyAOptions, plateOptions } from '@/api/estate';

export const FIVE_MINUTES = 300_000;

/** Keys under which choices are kept; invalidate after a change. */
export const CHOICES = {
  plates: ['choices', 'plates'],
  partiesA: ['choices', 'partiesA'],
  assets: ['choices', 'assets'],
  tenants: ['choices', 'tenants'],
} as const;

export const platesQuery = { queryKey: CHOICES.plates, queryFn: plateOptions, staleTime: FIVE_MINUTES };
export const partiesAQuery = { queryKey: CHOICES.partiesA, queryFn: partyAOptions, staleTime: FIVE_MINUTES };
export const assetsQuery = { queryKey: CHOICES.assets, queryFn: assetOptions, staleTime: FIVE_MINUTES };
