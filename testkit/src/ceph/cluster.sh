# Starts a Ceph cluster in "$folder": $2 and $3 ports of the monitor, $4 port of the S3 gateway, $5 and $6 its keys.
cat >ceph.conf <<CONF
[global]
fsid = 6f9f1f5e-0000-4000-8000-000000000001
mon_host = [v2:127.0.0.1:$2,v1:127.0.0.1:$3]
mon_initial_members = a
auth_allow_insecure_global_id_reclaim = false
keyring = $folder/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 8589934592
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
run_dir = $folder
log_file = $folder/\$name.log
admin_socket = $folder/\$name.sock
pid_file = $folder/\$name.pid
mon_data = $folder/mon
osd_data = $folder/osd
mgr_data = $folder/mgr
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
# The disk of a build machine is often fuller than a monitor likes: it would stop at this share and below.
mon_data_avail_warn = -1
mon_data_avail_crit = -1
[client.rgw.a]
rgw_frontends = beast endpoint=127.0.0.1:$4
rgw_data = $folder/rgw
CONF
export CEPH_CONF="$folder/ceph.conf"
failed() { tail -n 20 log ./*.log; exit 1; }
trap failed ERR
mkdir osd mgr rgw

monmaptool --create --addv a "[v2:127.0.0.1:$2,v1:127.0.0.1:$3]" --fsid 6f9f1f5e-0000-4000-8000-000000000001 monmap >>log 2>&1
# Without cephx the gateway hangs.
ceph-authtool -C keyring --gen-key -n mon. --cap mon 'allow *' >>log 2>&1
for entity in client.admin osd.0 client.rgw.a; do
  ceph-authtool keyring --gen-key -n $entity --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >>log 2>&1
done
ceph-mon --mkfs -i a --monmap monmap --keyring keyring >>log 2>&1
serve ceph-mon -f -i a
uuid=$(cat /proc/sys/kernel/random/uuid)
ceph --connect-timeout 30 osd new "$uuid" 0 >>log 2>&1
ceph-osd -i 0 --mkfs --osd-uuid "$uuid" >>log 2>&1
serve ceph-osd -f -i 0
# Waits for the storage daemon by itself, and makes the pools that the gateway would make.
radosgw-admin user create --uid=test --display-name=test --access-key="$5" --secret-key="$6" >>log 2>&1
gateway() { serve radosgw -f -n client.rgw.a; }
gateway
until curl -sf -o /dev/null "http://127.0.0.1:$4/"; do
  kill -0 %3 2>/dev/null || failed
  sleep 0.05
done
started
