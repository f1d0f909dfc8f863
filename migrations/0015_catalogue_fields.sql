-- Which fields of a scene are shown and searched by, by catalogue node; what people keep of the map.

-- A list of fields. Fields are [{key, label, labelEn, kind, unit}] in their order: one value, because a list is always
-- read and written whole.
CREATE TABLE field_list (
    name     text PRIMARY KEY CHECK (name ~ '^[a-z0-9_]{1,40}$'),
    label    text NOT NULL,
    display  jsonb NOT NULL,
    query    jsonb NOT NULL
);

-- A node without a list has that of the node above.
ALTER TABLE catalogue_node ADD COLUMN field_list text REFERENCES field_list;
CREATE INDEX catalogue_node_field_list ON catalogue_node (field_list) WHERE field_list IS NOT NULL;

-- Lists of nodes by the numbers that the specification gives them: whichever of them exist, now or later.
CREATE TABLE field_list_of_node (
    nodeid  bigint PRIMARY KEY,
    list    text NOT NULL REFERENCES field_list ON DELETE CASCADE
);
CREATE FUNCTION give_known_field_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.field_list := coalesce(NEW.field_list, (SELECT list FROM field_list_of_node WHERE nodeid = NEW.id));
    RETURN NEW;
END $$;
CREATE TRIGGER catalogue_node_known BEFORE INSERT ON catalogue_node
    FOR EACH ROW EXECUTE FUNCTION give_known_field_list();

-- The sensors of a node, found by skipping from one to the next.
CREATE INDEX scene_node_sensor ON scene (nodeid, sensor);

-- Areas that searches name instead of carrying them. The id is made from the area: the same area is kept once.
CREATE TABLE kept_area (
    id        text PRIMARY KEY,
    wkt       text NOT NULL,
    -- Square metres.
    area      double precision NOT NULL,
    -- West, south, east, north.
    bbox      double precision[] NOT NULL CHECK (cardinality(bbox) = 4),
    vertices  integer NOT NULL,
    used_at   timestamptz NOT NULL
);
CREATE INDEX kept_area_used ON kept_area (used_at);

CREATE TABLE bookmark (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    name        text NOT NULL,
    -- [{serviceId, serviceOrder, serviceStatus}]
    layers      jsonb NOT NULL,
    wkt         text,
    -- "longitude,latitude"
    center      text NOT NULL,
    zoom        double precision NOT NULL,
    created_at  timestamptz NOT NULL,
    CONSTRAINT bookmark_name UNIQUE (user_id, name)
);

CREATE TABLE saved_search (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    name        text NOT NULL,
    -- The query string of the portal's search page.
    query       text NOT NULL,
    -- How many scenes it found when it was saved, where that was said.
    found       bigint,
    created_at  timestamptz NOT NULL,
    CONSTRAINT saved_search_name UNIQUE (user_id, name)
);
