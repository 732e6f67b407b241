import { Faults } from '../../errors/fault.js';

const filed = new WeakMap<object, Faults>();

/** Files what is wrong with an input for `faultsOf`, under what the service has at hand. */
export function fileFaults(owner: object, faults: Faults): void {
  filed.set(owner, faults);
}

/** The faults of a request's DTOs, together. Services add theirs and throw once rights are known. */
export function faultsOf(...dtos: readonly object[]): Faults {
  const all = new Faults();
  for (const dto of dtos) for (const [field, fault] of filed.get(dto)?.all ?? []) all.add(field, fault);
  return all;
}
