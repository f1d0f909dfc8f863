//! S3 from the usual `AWS_*` variables, without asking a cloud's metadata service unless it is named.

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey as Key};

/// A builder with what the environment says of endpoint, region and credentials.
#[must_use]
pub fn builder() -> AmazonS3Builder {
    without_metadata(AmazonS3Builder::from_env())
}

/// Whether requests will be signed with anything.
#[must_use]
pub fn is_anonymous(builder: &AmazonS3Builder) -> bool {
    builder.get_config_value(&Key::SkipSignature).as_deref() == Some("true")
}

/// Without credentials the library asks the instance metadata service (`169.254.169.254`) for them, whatever network the
/// machine stands in. Unless that service is named (`AWS_METADATA_ENDPOINT`), requests stay unsigned instead.
fn without_metadata(builder: AmazonS3Builder) -> AmazonS3Builder {
    if has_credentials(&builder) {
        return builder;
    }
    builder.with_skip_signature(true)
}

/// In the order in which the library looks for them (`AmazonS3Builder::build`).
fn has_credentials(builder: &AmazonS3Builder) -> bool {
    let has = |key: Key| {
        builder
            .get_config_value(&key)
            .is_some_and(|value| !value.is_empty())
    };
    has(Key::AccessKeyId)
        || has(Key::SecretAccessKey)
        || (has(Key::WebIdentityTokenFile) && has(Key::RoleArn))
        || has(Key::ContainerCredentialsRelativeUri)
        || (has(Key::ContainerCredentialsFullUri) && has(Key::ContainerAuthorizationTokenFile))
        || has(Key::MetadataEndpoint)
}

#[cfg(test)]
mod tests {
    use object_store::path::Path;
    use object_store::{ClientOptions, ObjectStoreExt as _, RetryConfig};
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn only_named_credentials_are_asked_for() {
        let plain = || AmazonS3Builder::new().with_bucket_name("scenes");
        assert!(is_anonymous(&without_metadata(plain())));
        let region_only = plain()
            .with_region("cn-north-1")
            .with_config(Key::RoleArn, "arn:x");
        assert!(is_anonymous(&without_metadata(region_only)));
        for named in [
            plain()
                .with_access_key_id("key")
                .with_secret_access_key("secret"),
            plain().with_metadata_endpoint("http://169.254.169.254"),
            plain().with_config(Key::ContainerCredentialsRelativeUri, "/v2"),
            plain()
                .with_config(Key::WebIdentityTokenFile, "/token")
                .with_config(Key::RoleArn, "arn:x"),
        ] {
            assert!(!is_anonymous(&without_metadata(named)));
        }
    }

    #[tokio::test]
    async fn without_credentials_the_first_request_goes_to_the_bucket_unsigned() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let served = tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            let mut socket = BufReader::new(socket);
            let mut head = String::new();
            while socket.read_line(&mut head).await.unwrap() > 2 {}
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"x\"\r\n\
                         Last-Modified: Sun, 22 Nov 2026 00:00:00 GMT\r\n\r\nbytes";
            socket.write_all(reply.as_bytes()).await.unwrap();
            head.to_lowercase()
        });
        let builder = AmazonS3Builder::new()
            .with_bucket_name("scenes")
            .with_endpoint(endpoint)
            .with_client_options(ClientOptions::new().with_allow_http(true))
            .with_retry(RetryConfig {
                max_retries: 0,
                ..RetryConfig::default()
            });
        let store = without_metadata(builder).build().unwrap();
        let found = store.get(&Path::from("a.tif")).await.unwrap();
        assert_eq!(found.bytes().await.unwrap(), "bytes");
        let head = served.await.unwrap();
        assert!(
            head.starts_with("get /scenes/a.tif") && !head.contains("authorization"),
            "{head}"
        );
    }
}
