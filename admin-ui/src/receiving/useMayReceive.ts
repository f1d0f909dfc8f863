import { useMay } from '../providers/useMe';

/** Whether this person may make and steer receive tasks; operators only see them. */
export const useMayReceive = () => useMay('/catalogue/save');
