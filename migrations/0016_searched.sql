-- What a person searched for, so that scenes can be recommended: boxes [west, south, east, north], satellites, sensors,
-- nodes. detail_url keeps only the beginning of what was asked, as text.
ALTER TABLE behaviour ADD COLUMN searched jsonb;
CREATE INDEX behaviour_searched ON behaviour (user_id, at DESC) WHERE searched IS NOT NULL;
